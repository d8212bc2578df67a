"""Applies each demonstration of CONTRIBUTING.md to a copy of the sources, builds it and tries it.

Only the modules that a patch changes, and those that hold a changed type, are compiled; everything else is linked
from the debug build, whose commands are in .build/debug.yaml. Run `swift build` first.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DATASET = """{"version": 1, "title": "Nightly", "now": "2026-11-20T03:12:00Z", "messages": [
  {"urgency": "error", "title": "Disk full"}, {"urgency": "error", "title": "No route"},
  {"urgency": "error", "title": "Out of memory"}, {"urgency": "warning", "title": "Slow"}]}"""

# The patch, the files that it may touch, the modules in the order of their imports, the input and its name, further
# arguments, parts of the output, and parts that it lacks.
DEMONSTRATIONS = [
    ("input-format.patch", 2, ["Importing"], "error: Disk full\nwarning: Slow\n", "nightly.lines",
     ["--now", "2026-11-20T03:12:00Z"], ["1 error\n  1 warning", "Disk full"], []),
    ("option.patch", 2, ["Composing", "Pipeline", "Publishing", "TidemarkCLI"], DATASET, "nightly.json",
     ["--at-most", "1"], ["3 errors\n  1 warning", "Disk full", "and 2 more", "Slow"], ["No route", "Out of memory"]),
]

# Flags that speak of the build folder's own files.
DROPPED = {"-incremental", "-enable-batch-mode", "-serialize-diagnostics", "-parseable-output", "-emit-objc-header",
           "-emit-dependencies", "-emit-module", "-c", "-j2"}
DROPPED_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}


def run(*words, **options):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **options)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, words))[:400]}\n{result.stdout}{result.stderr}")
    return result.stdout


def commands(manifest, name):
    """The arguments of a command of the build."""
    start = manifest.find(f'"C.{name}-')
    if start < 0:
        sys.exit(f".build/debug.yaml has no command for {name}")
    start = manifest.index("args: ", start) + len("args: ")
    return json.loads(manifest[start:manifest.index("\n", start)])


def compile_arguments(manifest, module):
    kept, words = [], iter(commands(manifest, module))
    for word in words:
        if word in DROPPED_WITH_VALUE:
            next(words)
        elif word not in DROPPED and not word.startswith("@"):
            kept.append(word)
    return kept


def compile_module(copy, manifest, module):
    """The object file of a module. Modules compiled before it replace those of the build."""
    sources = sorted((copy / "Sources" / module).rglob("*.swift"))
    # What a plugin has written for the module stays where it is.
    sources += sorted((ROOT / ".build/plugins/outputs").glob(f"*/{module}/destination/*/*.swift"))
    made = copy / f"{module}.o"
    compiler, *arguments = compile_arguments(manifest, module)
    # With debug information, the compiler would write a second object file of the same name for the module.
    run(compiler, "-I", copy, *arguments, "-gnone", "-whole-module-optimization", "-c", *sources, "-o", made,
        "-emit-module", "-emit-module-path", copy / f"{module}.swiftmodule")
    return str(made)


def try_demonstration(folder, manifest, patch, most, modules, text, name, arguments, wanted, unwanted):
    copy = folder / patch.removesuffix(".patch")
    copy.mkdir()
    run("cp", "-r", ROOT / "Sources", copy)
    touched = run("git", "apply", "--numstat", HERE / patch, cwd=copy).splitlines()
    if len(touched) > most:
        sys.exit(f"{patch} touches {len(touched)} files, not {most}")
    run("git", "apply", HERE / patch, cwd=copy)
    made = [compile_module(copy, manifest, module) for module in modules]
    words = commands(manifest, "tidemark")
    listed = next(word for word in words if word.endswith("Objects.LinkFileList"))
    objects = [line for line in pathlib.Path(listed[1:]).read_text().splitlines()
               if not any(f"/{module}.build/" in line for module in modules)]
    linked = copy / "objects"
    linked.write_text("\n".join(objects + made) + "\n")
    program = copy / "tidemark"
    words[words.index(listed)] = f"@{linked}"
    words[words.index("-o") + 1] = str(program)
    run(*words)
    dataset = copy / name
    dataset.write_text(text)
    output = run(program, "render", dataset, "--to", "text", "--no-settings", *arguments)
    for part in wanted:
        if part not in output:
            sys.exit(f"{patch}: {part!r} is not in\n{output}")
    for part in unwanted:
        if part in output:
            sys.exit(f"{patch}: {part!r} is in\n{output}")
    print(f"{patch}: {len(touched)} files, works")


def main():
    manifest = (ROOT / ".build" / "debug.yaml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        for demonstration in DEMONSTRATIONS:
            try_demonstration(pathlib.Path(folder), manifest, *demonstration)


main()
