"""The package for Debian and what is derived from it."""
import datetime
import email.utils
import os
import pathlib
import re
import subprocess
import tempfile
import textwrap

from files import File, digest, folders, packed

DESCRIPTION = """reports and sites of what tests and nightly jobs write
 Tidemark reads what tools write anyway: reports of tests, linters and
 scanners, logs, coverage and calendars. It makes one self-contained page of
 them, a mail, a Markdown summary, plain text, and a static site that
 remembers every run and says what is new.
"""
COPYRIGHT = """Tidemark is under the Apache License 2.0: /usr/share/common-licenses/Apache-2.0

The program is one static file. What is linked into it has licences of its own, which
'tidemark --licenses' prints in full and which this list names. The text of the LGPL is in
/usr/share/common-licenses/LGPL-2.1.

"""
OVERRIDES = """# The program is one static file that is position-independent, which looks like a library without others.
# What is linked in is listed in /usr/share/doc/tidemark/tidemark.spdx.json.
tidemark: shared-library-lacks-prerequisites [usr/bin/tidemark]
tidemark: embedded-library expat [usr/bin/tidemark]
tidemark: embedded-library zlib [usr/bin/tidemark]
"""


def maintainer():
    """As Debian's own tools have it."""
    name, address = os.environ.get("DEBFULLNAME"), os.environ.get("DEBEMAIL")
    return f"{name or 'Tidemark maintainers'} <{address or 'tidemark@packages.invalid'}>"


def changelog(version, text, time):
    """The changes of the newest version, in the form of a changelog of Debian."""
    newest = re.split(r"(?m)^## .*$", text)[1]
    points = re.findall(r"(?ms)^- (.*?)(?=^- |^#|\Z)", newest)
    lines = [textwrap.fill(" ".join(point.split()), 76, initial_indent="  * ", subsequent_indent="    ", break_long_words=False,
                           break_on_hyphens=False) for point in points]
    date = email.utils.format_datetime(datetime.datetime.fromtimestamp(time, datetime.timezone.utc))
    return "\n".join([f"tidemark ({version}) unstable; urgency=medium", "", *lines, "", f" -- {maintainer()}  {date}", ""])


def package(files, version, architecture, notice, changes, time, output):
    """Writes the package to `output`. `files` are below usr/."""
    moved = {"usr/share/zsh/site-functions/": "usr/share/zsh/vendor-completions/"}
    content = []
    for file in files:
        path = file.path
        for old, new in moved.items():
            path = path.replace(old, new)
        if path.startswith("usr/share/man/"):
            content.append(File(path + ".gz", packed(file.content)))
        elif not path.startswith("usr/share/doc/") or path.endswith(".spdx.json"):
            content.append(File(path, file.content, file.mode))
    content += [
        File("usr/share/doc/tidemark/copyright", (COPYRIGHT + notice).encode()),
        File("usr/share/doc/tidemark/changelog.gz", packed(changelog(version, changes, time).encode())),
        File("usr/share/lintian/overrides/tidemark", OVERRIDES.encode()),
    ]
    content.sort(key=lambda file: file.path)
    size = sum(-(-len(file.content) // 1024) for file in content) + len(folders(content))
    control = (f"Package: tidemark\nVersion: {version}\nSection: utils\nPriority: optional\nArchitecture: {architecture}\n"
               f"Maintainer: {maintainer()}\nInstalled-Size: {size}\nRecommends: tzdata\nDescription: {DESCRIPTION}")
    # MD5 is what dpkg compares installed files with (dpkg --verify); it protects from nothing else.
    sums = "".join(f"{digest(file.content, 'md5')}  {file.path}\n" for file in content)
    with tempfile.TemporaryDirectory() as folder:
        for file in [*content, File("DEBIAN/control", control.encode()), File("DEBIAN/md5sums", sums.encode())]:
            path = pathlib.Path(folder, file.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(file.mode)
        for path in [pathlib.Path(folder), *pathlib.Path(folder).rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (time, time))
        # With several threads the bytes would depend on how many.
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", folder, str(output)], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(time)})
