# Shared by the commands in bin/: sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/.cache
command_name=$(basename "$0")
cd "$root"

say() { printf '%s\n' "$*"; }
heading() { printf '\n== %s\n' "$*"; }
complain() { printf '%s: %s\n' "$command_name" "$*" >&2; }
fail() { complain "$@"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- what has to be on the machine ------------------------------------------------------------

missing_packages=()
missing_reasons=()

# want PACKAGE "why" TEST...: notes the package as missing when the test fails.
want() {
  local package=$1 why=$2
  shift 2
  "$@" >/dev/null 2>&1 && return 0
  missing_packages+=("$package")
  missing_reasons+=("$(printf '%-24s %s' "$package" "$why")")
}

# The same for a package that not every system has: what needs it does without.
offered_packages=()
want_if_offered() {
  local missing=${#missing_packages[@]}
  want "$@"
  [ ${#missing_packages[@]} -eq "$missing" ] || offered_packages+=("$1")
}

# Removes the packages of `want_if_offered` that this system does not have from those to install.
leave_out_what_is_not_offered() {
  local package missing wanted
  for package in ${offered_packages[@]+"${offered_packages[@]}"}; do
    ! apt-cache show "$package" >/dev/null 2>&1 || continue
    complain "this system has no package '$package': what needs it is skipped"
    wanted=()
    for missing in "${missing_packages[@]}"; do [ "$missing" = "$package" ] || wanted+=("$missing"); done
    missing_packages=(${wanted[@]+"${wanted[@]}"})
  done
}

# Installs what `want` noted; does nothing, not even an update, when nothing is missing.
install_missing() {
  [ ${#missing_packages[@]} -gt 0 ] || return 0
  say "Missing on this machine:"
  printf '  %s\n' "${missing_reasons[@]}"
  local command="apt-get install ${missing_packages[*]}" as_root=()
  have apt-get || fail "there is no apt-get here; please install the packages above by hand"
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "neither root nor sudo is at hand; please run as root: $command"
    # Without a terminal nobody can type a password.
    [ -t 0 ] || sudo -n true 2>/dev/null || fail "sudo asks for a password; please run as root: $command"
    as_root=(sudo)
  fi
  say "Installing them with: ${as_root[*]:+${as_root[*]} }$command"
  ${as_root[@]+"${as_root[@]}"} apt-get update -qq ||
    complain "the package lists could not be updated; trying with those that are here"
  leave_out_what_is_not_offered
  [ ${#missing_packages[@]} -gt 0 ] || return 0
  command="apt-get install ${missing_packages[*]}"
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing_packages[@]}" ||
    fail "the packages could not be installed; please run as root: $command"
  missing_packages=()
  missing_reasons=()
}

# The version that Package.swift asks for: a release build names a C function with '@c', which is new in 6.3.
require_swift() {
  local version needed
  needed=$(sed -n '1s/.*swift-tools-version: *//p' Package.swift)
  have swift || fail "no 'swift' on the PATH. Swift $needed or later is needed: see https://www.swift.org/install/linux,
  then add the toolchain's usr/bin to the PATH."
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail "'swift --version' says nothing; is the toolchain at $(command -v swift) complete?"
  [ "$(printf '%s\n%s\n' "$version" "$needed" | sort -V | head -n 1)" = "$needed" ] ||
    fail "Swift $version is too old: $needed or later is needed ($(command -v swift))"
}

# Whether one of the files is there; a pattern without a match stands for itself.
any_file() {
  local file
  for file in "$@"; do [ ! -e "$file" ] || return 0; done
  return 1
}

want_build_packages() {
  want libcmark-dev "the Markdown parser, linked into the program" any_file /usr/lib/*/libcmark.a /usr/lib/libcmark.a
  want zlib1g-dev "packs what a site remembers, linked into the program" any_file /usr/lib/*/libz.a /usr/lib/libz.a
  # The first version of Debian 12 whose limits against attacks the program sets.
  want libexpat1-dev "the XML parser, linked into the program" \
    grep -qs XML_SetAllocTrackerMaximumAmplification /usr/include/expat.h
  want pkg-config "tells the build where libcmark is" have pkg-config
  want libc6-dev "C headers and the static C library" any_file /usr/lib/*/libc.a /usr/lib/libc.a
  want libstdc++-12-dev "the static C++ library under Swift's runtime" any_file /usr/lib/gcc/*/*/libstdc++.a
  want tzdata "the time zones that reports speak in" test -e "${TZDIR:-/usr/share/zoneinfo}/Europe/Berlin"
}

want_bundler() {
  want esbuild "joins the modules of the page's script" have esbuild
  want terser "makes the page's script small" have terser
}

# venv NAME REQUIREMENTS_FILE: a Python environment in .cache/NAME with exactly those packages;
# sets `venv_python`. Made once, and again when the file changes.
venv() {
  local folder=$cache/$1 requirements=$2
  venv_python=$folder/bin/python
  [ -x "$venv_python" ] && cmp -s "$requirements" "$folder/requirements.txt" && return 0
  say "Preparing the Python packages of $requirements in .cache/$1"
  rm -rf "$folder"
  mkdir -p "$cache"
  # The system's Python: a version manager's shim may vanish with the folder it was called in.
  local python=/usr/bin/python3
  [ -x "$python" ] || python=python3
  "$python" -m venv "$folder" &&
    "$venv_python" -m pip install --quiet --disable-pip-version-check -r "$requirements" &&
    cp "$requirements" "$folder/requirements.txt" || {
      rm -rf "$folder"
      return 1
    }
}

# --- the program ------------------------------------------------------------------------------

program=$root/build/tidemark

# How the program is built in release: one file that needs no library of the machine it runs on, and that starts in half
# the time of one that does. It is position-independent, and after its start nothing in it can be both written and
# executed, nor can its table of functions be written; bin/read-only.ld does the same for constants. The module of
# Swift's regular expressions is not imported by itself: StringSearch.swift of Text has what is used of it. Functions
# of Swift with unsafe pointers check their stack. lld, because gold warns of a dlopen in Swift's runtime that is never
# reached. Functions have sections of their own, so that those without use are left out. Without debug information no path
# of this machine is in the program. With a path for libraries, which it does not need, the C library would stop it at its
# start.
# It is built in a folder of its own, apart from debug builds.
release_options=(-c release --scratch-path "$root/.build/program" --product tidemark --static-swift-stdlib -debug-info-format none --disable-local-rpath
  -Xswiftc -static-executable -Xswiftc -Xclang-linker -Xswiftc -static-pie -Xswiftc -use-ld=lld
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xcc -fstack-protector-strong -Xswiftc -Xfrontend -Xswiftc -enable-stack-protector
  -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker -z -Xlinker noexecstack
  -Xlinker -z -Xlinker separate-code -Xlinker --pack-dyn-relocs=relr
  -Xlinker -T -Xlinker "$root/bin/read-only.ld" -Xlinker -s)

# Whether the sources are a Git repository, and not only a folder inside of another one.
is_repository() { [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; }

# The commit that is built: what TIDEMARK_COMMIT says, else Git, else nothing.
source_commit() {
  local commit
  [ -z "${TIDEMARK_COMMIT+given}" ] || { say "$TIDEMARK_COMMIT"; return; }
  is_repository && commit=$(git rev-parse HEAD) || return 0
  [ -z "$(git status --porcelain)" ] || commit+=-dirty
  say "$commit"
}

# Whether a list of the linker is the program's: the tools of the build take nothing of the Markdown parser.
lists_program() { awk '$2 > 0 && $3 ~ /\/libcmark\.a$/ { found = 1 } END { exit !found }' "$1" 2>/dev/null; }

# What build/tidemark is made of, as one hash: sources, embedded files, libraries, compiler, options and commit.
program_inputs() {
  {
    printf '%s\n' "${release_options[@]}" "$TIDEMARK_COMMIT" "$TIDEMARK_SWIFT"
    {
      find Package.swift Sources Plugins Assets Formats Templates Themes VERSION NOTICE.md LICENSE docs/licenses \
        bin/read-only.ld -type f -print0
      find /usr/lib -maxdepth 2 -regex '.*/lib\(cmark\|expat\|z\)\.a' -print0
    } | sort -z | xargs -0 sha256sum
  } | sha256sum
}

# Builds build/tidemark, and writes which libraries are linked in to build/tidemark.libraries. Does nothing if the program
# is there and was made of the same inputs: SwiftPM would compile two modules again and link for most of a minute.
build_program() {
  local built commit inputs
  commit=$(source_commit)
  local -x TIDEMARK_COMMIT=$commit TIDEMARK_SWIFT
  TIDEMARK_SWIFT=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
  mkdir -p "$root/build" "$root/.build"
  inputs=$(program_inputs)
  if [ -f "$program.made" ] && [ "$(cat "$program.made")" = "$inputs$(sha256sum "$program")" ]; then
    say "build/tidemark is up to date."
    return 0
  fi
  rm -f "$program.made"
  # The linker writes this list for everything that it links, tools of the build included. Only a build that links
  # the program leaves the program's list.
  local linked=$root/.build/linked-libraries
  local options=("${release_options[@]}" -Xlinker "--print-archive-stats=$linked")
  built=$(swift build "${options[@]}" --show-bin-path)/tidemark || return 1
  swift build "${options[@]}" || return 1
  if ! cmp -s "$built" "$program" || ! lists_program "$program.libraries"; then
    if ! lists_program "$linked"; then
      # A tool was linked after the program: link the program once more.
      rm -f "$built"
      swift build "${options[@]}" || return 1
    fi
    install -m 755 "$built" "$program"
    cp "$linked" "$program.libraries"
  fi
  # ldd fails for a program without dynamic libraries, which is what is wanted here.
  local libraries
  libraries=$(ldd "$built" 2>/dev/null || true)
  if printf '%s\n' "$libraries" | grep -E 'libcmark|libswift|libFoundation'; then
    complain "the program still needs the libraries above, so that it would not run elsewhere"
    return 1
  fi
  say "$inputs$(sha256sum "$program")" > "$program.made"
}

# The dataset of each example, one path a line.
examples() {
  local folder name file
  for folder in Examples/*/; do
    name=$(basename "$folder")
    for file in "$folder$name.json" "$folder$name.json5"; do
      [ -f "$file" ] && say "$file"
    done
  done
  return 0
}
