"""The list of what is linked into the program, as SPDX 2.3: from what the linker says that it has taken."""
import dataclasses
import json
import pathlib
import re
import subprocess
import urllib.parse
import uuid

# The rows of NOTICE.md's table, by the names of archives that the linker takes members from.
ARCHIVES = {
    r"libcmark": "cmark",
    r"libexpat": "Expat",
    r"libz": "zlib",
    r"libswift\w*|libdispatch|libBlocksRuntime": "Swift's runtime and standard library",
    r"libstdc\+\+|libgcc|libgcc_eh": "libstdc++ and libgcc",
    r"libc|libm(-[\d.]+)?|libpthread|libdl|libutil|librt": "the GNU C library",
}
# What a row is called elsewhere. Those without have no version that a machine could compare.
NAMES = {
    "cmark": "cmark", "Expat": "expat", "zlib": "zlib", "Swift's runtime and standard library": "swift",
    "libstdc++ and libgcc": "gcc", "the GNU C library": "glibc", "tables made from Unicode's data": "unicode-data",
}


# A licence that has no name in SPDX, and what it says.
PUBLIC_DOMAIN = "LicenseRef-public-domain"
PUBLIC_DOMAIN_TEXT = "The time zone database is in the public domain."


class Problem(Exception):
    """Why there is no list, in a sentence for a person."""


@dataclasses.dataclass(frozen=True)
class Component:
    name: str
    version: str
    license: str
    purl: str = ""
    relation: str = "STATIC_LINK"


def licenses(notice):
    """The licence of each row of NOTICE.md's table, which are expressions of SPDX."""
    rows = re.findall(r"(?m)^\| \[([^\]]+)\]\([^)]*\) \| ([^|]+) \|", notice)
    return {name: expression.strip() for name, expression in rows}


def linked_archives(statistics):
    """The paths of the archives of which the linker took at least one member (lld's --print-archive-stats)."""
    rows = [line.split("\t") for line in statistics.splitlines()[1:]]
    return [path for _, taken, path in rows if int(taken) > 0]


def debian_source(path):
    """Name and version of the source package that a file of this machine comes from."""
    path = str(pathlib.Path(path).resolve())
    owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
    if owner.returncode != 0:
        raise Problem(f"no package of this machine has {path}, which is linked in")
    package = owner.stdout.split(": ")[0].split(",")[0]
    query = ["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package]
    return tuple(subprocess.run(query, capture_output=True, text=True, check=True).stdout.split())


def debian_component(name, path, license, relation="STATIC_LINK"):
    source, version = debian_source(path)
    encoded = urllib.parse.quote(version, safe="")
    return Component(name, version, license, f"pkg:deb/debian/{source}@{encoded}?arch=source", relation)


def components(statistics, versions, notice):
    """What is linked in, in the order of NOTICE.md. `versions` is what the program says of itself."""
    known, paths = licenses(notice), {}
    for path in linked_archives(statistics):
        stem = pathlib.Path(path).stem
        row = next((row for pattern, row in ARCHIVES.items() if re.fullmatch(pattern, stem)), None)
        if row is None:
            raise Problem(f"{path} is linked in and not in NOTICE.md: add its licence there and its name to packaging/sbom.py")
        paths.setdefault(row, path)
    found = []
    for row, license in known.items():
        name = NAMES.get(row)
        if name is None:
            raise Problem(f"'{row}' of NOTICE.md has no name in packaging/sbom.py")
        if name == "unicode-data":
            found.append(Component(name, "", license, relation="CONTAINS"))
        elif row not in paths:
            raise Problem(f"'{row}' of NOTICE.md is not linked in")
        elif name == "swift":
            found.append(Component(name, versions[name], license, f"pkg:generic/swift@{versions[name]}"))
        else:
            component = debian_component(name, paths[row], license)
            upstream = re.sub(r"^\d+:", "", component.version)
            if name in versions and not upstream.startswith(versions[name]):
                raise Problem(f"the program was built with {name} {versions[name]}, and this machine has {upstream}: build it again")
            found.append(component)
    return found


def document(name, version, program_digest, components, created):
    """The document, which names no machine and no time but `created`."""
    def package(component, **more):
        entry = {
            "SPDXID": f"SPDXRef-{component.name}", "name": component.name, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": component.license, "licenseDeclared": component.license,
            "copyrightText": "NOASSERTION", **more}
        if component.version:
            entry["versionInfo"] = component.version
        if component.purl:
            entry["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": component.purl}]
        return entry

    own = Component("tidemark", version, "Apache-2.0")
    listed = [(component.name, component.version) for component in components]
    identity = uuid.uuid5(uuid.NAMESPACE_OID, f"{name} {program_digest} {created} {listed}")
    text = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"urn:uuid:{identity}",
        "creationInfo": {"created": created, "creators": ["Tool: tidemark-bin-package"]},
        "packages": [
            package(own, packageFileName="tidemark", primaryPackagePurpose="APPLICATION",
                    checksums=[{"algorithm": "SHA256", "checksumValue": program_digest}]),
            *map(package, components)],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-tidemark"},
            *({"spdxElementId": "SPDXRef-tidemark", "relationshipType": component.relation,
               "relatedSpdxElement": f"SPDXRef-{component.name}"} for component in components)],
    }
    if any(component.license == PUBLIC_DOMAIN for component in components):
        text["hasExtractedLicensingInfos"] = [{"licenseId": PUBLIC_DOMAIN, "extractedText": PUBLIC_DOMAIN_TEXT}]
    return (json.dumps(text, indent=2, ensure_ascii=False) + "\n").encode()
