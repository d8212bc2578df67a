"""What packages are made of: files with their bytes, and archives of them that hold nothing of the machine."""
import dataclasses
import gzip
import hashlib
import io
import pathlib
import stat
import tarfile


@dataclasses.dataclass(frozen=True)
class File:
    """A file of a package, or with `link` a symbolic link."""
    path: str
    content: bytes = b""
    mode: int = 0o644
    link: str = ""


def moved(files, prefix):
    """The same files below another folder."""
    return [dataclasses.replace(file, path=prefix + file.path) for file in files]


def folders(files):
    """The paths of all folders that hold the files."""
    found = set()
    for file in files:
        found.update(str(parent) for parent in pathlib.PurePosixPath(file.path).parents)
    return sorted(found - {"."})


# 9 takes three times as long as 6, and a hundredth off a program.
LEVEL = 6


def tar(files, time):
    """An archive in the order of the paths, owned by root, with one time everywhere."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        members = [(path, None) for path in folders(files)] + [(file.path, file) for file in files]
        for path, file in sorted(members, key=lambda member: member[0]):
            member = tarfile.TarInfo(path)
            member.mtime, member.uname, member.gname = time, "root", "root"
            if file is None:
                member.type, member.mode = tarfile.DIRTYPE, 0o755
            elif file.link:
                member.type, member.mode, member.linkname = tarfile.SYMTYPE, 0o777, file.link
            else:
                member.size, member.mode = len(file.content), file.mode
            archive.addfile(member, io.BytesIO(file.content) if file else None)
    return output.getvalue()


def packed(content, level=9):
    return gzip.compress(content, level, mtime=0)


def digest(content, algorithm="sha256"):
    return hashlib.new(algorithm, content, usedforsecurity=algorithm != "md5").hexdigest()


def tree(folder, prefix, leave_out=()):
    """The files below a folder of this machine, by paths below `prefix`; links that lead out of it are left out."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if name.parts[0] in leave_out:
            continue
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            target = str(path.readlink())
            if not target.startswith("/"):
                found.append(File(f"{prefix}/{name}", link=target))
        elif stat.S_ISREG(mode):
            found.append(File(f"{prefix}/{name}", path.read_bytes()))
    return found
