#!/usr/bin/env python3
"""Makes the packages of a program that is built; bin/package calls it.

Same program, same sources, same time: same bytes, in any folder.
"""
import argparse
import datetime
import os
import pathlib
import re
import subprocess
import sys

import debian
import oci
import sbom
from files import LEVEL, File, digest, moved, packed, tar, tree

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What the program writes of itself, by the command that does, and where packages have it. This is the one place
# that names these commands.
OWN_PAGES = {
    ("man",): "share/man/man1/tidemark.1",
    ("completions", "bash"): "share/bash-completion/completions/tidemark",
    ("completions", "zsh"): "share/zsh/site-functions/_tidemark",
    ("completions", "fish"): "share/fish/vendor_completions.d/tidemark.fish",
}
# What Debian and container images call an architecture.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def main():
    options = parse()
    text = {name: (ROOT / name).read_text() for name in ("NOTICE.md", "CHANGELOG.md", "VERSION")}
    version, architecture = text["VERSION"].strip(), os.uname().machine
    if architecture not in ARCHITECTURES:
        raise sbom.Problem(f"packages are made for {' and '.join(ARCHITECTURES)}, and this machine is {architecture}")
    said = ask(options.program, "--version", "--verbose").decode()
    versions = dict(re.findall(r"(?m)^(\S+) +(\S+)$", said))
    if versions.get("tidemark") != version:
        raise sbom.Problem(f"{options.program} is of version {versions.get('tidemark')}, and the sources are of {version}")
    created = datetime.datetime.fromtimestamp(options.time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    program = pathlib.Path(options.program).read_bytes()
    found = sbom.components(pathlib.Path(options.libraries).read_text(), versions, text["NOTICE.md"])
    name = f"tidemark-{version}-linux-{architecture}"
    bill = sbom.document(name, version, digest(program), found, created)
    files = payload(options.program, program, bill)

    labels = {f"org.opencontainers.image.{key}": value for key, value in {
        "title": "tidemark", "version": version, "licenses": "Apache-2.0", "created": created,
        "revision": versions["commit"]}.items() if value != "unknown"}
    # No one reads manuals or completes words in this image.
    image = [file for file in moved(files, "usr/") if file.path.startswith(("usr/bin/", "usr/share/doc/"))]
    zones = tree(pathlib.Path(os.environ.get("TZDIR", "/usr/share/zoneinfo")), "usr/share/zoneinfo", ("right", "posix"))
    zone_data = sbom.debian_component("tzdata", "/usr/share/zoneinfo/Europe/Berlin", sbom.PUBLIC_DOMAIN, "CONTAINS")
    whole = sbom.document(f"{name}-image", version, digest(program), [*found, zone_data], created)
    image = [File(file.path, whole) if file.path.endswith(".spdx.json") else file for file in image]

    output = pathlib.Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    made = {
        f"{name}.tar.gz": packed(tar(moved(with_sums(files), f"{name}/"), options.time), LEVEL),
        f"{name}.spdx.json": bill,
        f"{name}.oci.tar": oci.archive(
            image + zones + [File("work/.keep")], ARCHITECTURES[architecture], labels, created, options.time),
    }
    if options.releases:
        formula = (ROOT / "packaging/homebrew/tidemark.rb").read_text()
        for key, value in {"@VERSION@": version, "@RELEASES@": options.releases.rstrip("/"),
                           "@SHA256@": digest(made[f"{name}.tar.gz"])}.items():
            formula = formula.replace(key, value)
        made["tidemark.rb"] = formula.encode()
    for file, content in made.items():
        (output / file).write_bytes(content)
    package = f"tidemark_{version}_{ARCHITECTURES[architecture]}.deb"
    debian.package(moved(files, "usr/"), version, ARCHITECTURES[architecture], text["NOTICE.md"], text["CHANGELOG.md"],
                   options.time, output / package)
    for file in [*made, package]:
        content = (output / file).read_bytes()
        (output / f"{file}.sha256").write_text(f"{digest(content)}  {file}\n")
        print(f"{digest(content)}  {output / file}")


def parse():
    parser = argparse.ArgumentParser(prog="bin/package", description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--libraries", required=True, help="what the linker says that it has taken from where")
    parser.add_argument("--output", required=True)
    parser.add_argument("--time", required=True, type=int, help="the time of all files, in seconds since 1970")
    parser.add_argument("--releases", default="")
    options = parser.parse_args()
    # The address stands in a text between quotation marks.
    if not re.fullmatch(r"[\w.~:/?&=%+@-]*", options.releases):
        parser.error(f"'{options.releases}' is not the address of a folder")
    return options


def ask(program, *words):
    """What the program prints, in an environment that changes nothing."""
    program = str(pathlib.Path(program).resolve())
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          cwd="/", env={"PATH": "/usr/bin:/bin"}).stdout


def payload(path, program, bill):
    """The files of every package, below a prefix such as /usr."""
    documents = {name: ROOT / name for name in ("LICENSE", "NOTICE.md", "CHANGELOG.md")}
    documents |= {f"docs/licenses/{file.name}": file for file in (ROOT / "docs/licenses").iterdir()}
    files = [File("bin/tidemark", program, 0o755), File("share/doc/tidemark/tidemark.spdx.json", bill)]
    files += [File(f"share/doc/tidemark/{name}", file.read_bytes()) for name, file in documents.items()]
    commands = re.findall(r"(?m)^  (\S+) ", ask(path, "--help").decode())
    for words, place in OWN_PAGES.items():
        if words[0] in commands:
            files.append(File(place, ask(path, *words)))
        else:
            print(f"bin/package: no {place}: the program has no command '{words[0]}'", file=sys.stderr)
    return sorted(files, key=lambda file: file.path)


def with_sums(files):
    sums = "".join(f"{digest(file.content)}  {file.path}\n" for file in files)
    return [*files, File("SHA256SUMS", sums.encode())]


if __name__ == "__main__":
    try:
        main()
    except sbom.Problem as problem:
        sys.exit(f"bin/package: {problem}")
