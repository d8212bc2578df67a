"""Applies the demonstrations of CONTRIBUTING.md to a copy of the sources, builds it and tries each.

Only the modules that the patches affect are compiled, once for all patches; everything else is linked from the debug
build, whose commands are in .build/debug.yaml. Run `swift build` first.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DATASET = """{"version": 1, "title": "Nightly", "now": "2026-11-20T03:12:00Z", "messages": [
  {"urgency": "error", "title": "Disk full"}, {"urgency": "error", "title": "No route"},
  {"urgency": "error", "title": "Out of memory"}, {"urgency": "warning", "title": "Slow"}]}"""
COMPONENT = """{"version": 1, "title": "Nightly", "now": "2026-11-20T03:12:00Z", "messages": [
  {"urgency": "error", "title": "Broken", "component": "Billing"}]}"""
# The modules that use `Message` or `Composer.Settings`, in the order of their imports.
MODULES = ["Model", "ToolReports", "Formats", "Datasets", "Composing", "Checking", "Rendering", "Mailing", "Pipeline", "Publishing", "TidemarkCLI"]

# The patch, the files that it may touch, the input and its name; and for some arguments, parts of the output and parts
# that it lacks.
DEMONSTRATIONS = [
    ("input-format.patch", 2, "error: Disk full\nwarning: Slow\n", "nightly.lines",
     [(["--to", "text", "--now", "2026-11-20T03:12:00Z"], ["1 error\n  1 warning", "Disk full"], [])]),
    ("option.patch", 2, DATASET, "nightly.json",
     [(["--to", "text", "--at-most", "1"], ["3 errors\n  1 warning", "Disk full", "and 2 more", "Slow"],
       ["No route", "Out of memory"])]),
    ("field.patch", 3, COMPONENT, "nightly.json",
     [(["--to", "text", "--template", "Templates/default/"], ["Broken\n", "Billing\n"], []),
      (["--to", "json"], ['"component": "Billing"'], []),
      (["--to", "csv"], [",details,cause,component\n", ",Billing\n"], [])]),
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


def sources_of(copy, module):
    # What a plugin has written for the module stays where it is.
    written = (ROOT / ".build/plugins/outputs").glob(f"*/{module}/destination/*/*.swift")
    return [*sorted((copy / "Sources" / module).rglob("*.swift")), *sorted(written)]


def write_interface(copy, manifest, module):
    """Writes what the modules that import this one need of it. The bodies of functions are not read for this."""
    compiler, *arguments = compile_arguments(manifest, module)
    # The modules of the copy come before those of the debug build.
    run(compiler, "-I", copy, *arguments, "-whole-module-optimization", "-gnone", "-Xfrontend",
        "-experimental-skip-non-inlinable-function-bodies", "-emit-module", "-emit-module-path",
        copy / f"{module}.swiftmodule", *sources_of(copy, module))


def compile_module(copy, manifest, module):
    compiler, *arguments = compile_arguments(manifest, module)
    run(compiler, "-I", copy, *arguments, "-whole-module-optimization", "-gnone", "-c", *sources_of(copy, module), "-o",
        copy / f"{module}.o")


def build(copy):
    """The program of the copy. Each module is compiled as soon as its imports are known, one for each processor."""
    manifest = (ROOT / ".build" / "debug.yaml").read_text()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as crew:
        begun = []
        for module in MODULES:
            write_interface(copy, manifest, module)
            begun.append(crew.submit(compile_module, copy, manifest, module))
        for compilation in begun:
            compilation.result()
    words = commands(manifest, "tidemark")
    listed = next(word for word in words if word.endswith("Objects.LinkFileList"))
    objects = [line for line in pathlib.Path(listed[1:]).read_text().splitlines()
               if not any(f"/{module}.build/" in line for module in MODULES)]
    linked = copy / "objects"
    linked.write_text("\n".join(objects + [str(copy / f"{module}.o") for module in MODULES]) + "\n")
    program = copy / "tidemark"
    words[words.index(listed)] = f"@{linked}"
    words[words.index("-o") + 1] = str(program)
    run(*words)
    return program


def try_demonstration(copy, program, patch, text, name, uses):
    dataset = copy / name
    dataset.write_text(text)
    for arguments, wanted, unwanted in uses:
        output = run(program, "render", dataset, "--no-settings", *arguments, cwd=copy)
        for part in wanted + unwanted:
            if (part in output) != (part in wanted):
                sys.exit(f"{patch}: {part!r} is {'not ' if part in wanted else ''}in\n{output}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        run("cp", "-r", ROOT / "Sources", ROOT / "Templates", copy)
        for patch, most, *_ in DEMONSTRATIONS:
            touched = run("git", "apply", "--numstat", HERE / patch, cwd=copy).splitlines()
            if len(touched) > most:
                sys.exit(f"{patch} touches {len(touched)} files, not {most}")
            run("git", "apply", HERE / patch, cwd=copy)
            print(f"{patch}: {len(touched)} files")
        program = build(copy)
        for patch, _, *rest in DEMONSTRATIONS:
            try_demonstration(copy, program, patch, *rest)
        print("All demonstrations work.")


main()
