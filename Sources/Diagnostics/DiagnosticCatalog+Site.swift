extension DiagnosticCatalog {
  static let site = Topic(
    "Sites",
    [
      Entry(
        "ancestor-run", [.note],
        "The run of the nearest commit of `--baseline-commits` with which the report is compared.",
        "Nothing."),
      Entry(
        "ancestry-option", [.error],
        "`--baseline-commits` was given with several runs, such as those of `--each` or `--batch`.",
        "Publish the run of the branch by a call of its own."),
      Entry(
        "bad-manifest", [.error],
        "The file of `--batch` is not a list of runs.",
        #"Write `[{"project": "core", "inputs": ["core.json"]}]`."#),
      Entry(
        "batch-option", [.error],
        "`--project` or `--run` was given with `--batch`, or `--shard` without it.",
        "Name project and run in the batch file; give `--shard` with `--batch`."),
      Entry(
        "damaged-look", [.warning],
        "The site's `look.json` is damaged. The pages have the built-in template and theme.",
        "Name both once with `--template` and `--theme`. The site remembers them."),
      Entry(
        "damaged-memory", [.warning],
        "A run's memory of earlier runs, of lines or of tests is damaged. It is computed again from runs where possible; "
          + "the message names the loss.",
        "`tidemark publish --rebuild --project NAME`, or publish the run again with `--run ID`."),
      Entry(
        "damaged-run", [.warning],
        "The data of a run in the site is damaged. The run is skipped, or not used for comparisons.",
        "Publish it again with `--run ID`, or remove its folder."),
      Entry(
        "first-run", [.note],
        "The site has no earlier run of this project to compare with.",
        "Nothing. The next run is compared with this one."),
      Entry(
        "foreign-folder", [.error],
        "The folder of the project exists and was not made by `publish`.",
        "Choose another project name, or move the folder away."),
      Entry(
        "foreign-page", [.error],
        "A page in the site's folder was not written by this program and would be overwritten.",
        "Choose another `--site`, or move the file away."),
      Entry(
        "forgotten-look", [.warning],
        "The template or the theme that the site remembers is not in the working folder. The pages have the built-in one.",
        "Call from the folder that has it, or name another one with `--template` or `--theme`."),
      Entry(
        "front-page-left", [.note],
        "The run was published, but the page of all projects could not be written.",
        "`tidemark publish --index --site DIR` writes it again."),
      Entry(
        "late-run", [.note],
        "A run was published after later ones. It is inserted into all lists, and the pages of later runs keep their "
          + "contents.",
        "Publish runs in the order of their times, where that is possible."),
      Entry(
        "leftover", [.warning],
        "Everything was published, but a temporary file could not be removed.",
        "Nothing. The next run removes it."),
      Entry(
        "link-in-site", [.error],
        "A folder of the site is a symbolic link, which could lead out of the site.",
        "Put the folder itself there."),
      Entry(
        "lost-page", [.warning],
        "A project's `latest.json` is lost, and the page of all projects leaves the project out.",
        "`tidemark publish --rebuild --project NAME` makes it again."),
      Entry(
        "mended-run", [.note],
        "A run was damaged and was made again from its own data.",
        "Nothing."),
      Entry(
        "new-project", [.warning],
        "The project is new, and its name is similar to that of another one.",
        "If this is a typing error, remove its folder and publish under the right name."),
      Entry(
        "no-ancestor", [.warning],
        "No run of the project in the site has one of the commits of `--baseline-commits`. The latest run is the previous run.",
        "Fetch the whole history in the job (`git fetch --unshallow`), and publish the runs of the main branch with their commits."
      ),
      Entry(
        "no-project", [.error],
        "The site has no project of this name.",
        "Correct `--project`."),
      Entry(
        "no-report", [.note],
        "The inputs could not be read, and the run was published as a run without a report.",
        "See the errors above for the reason."),
      Entry(
        "no-run", [.note],
        "The site does not have this run yet and its name is not known, so links lead to the project.",
        "Publish before mailing, name it with `--run`, or let the dataset say `run.finished`."),
      Entry(
        "no-site", [.error, .warning],
        "The folder of `--site` is not a site.",
        "Correct the path; `tidemark publish` creates a site."),
      Entry(
        "not-a-site", [.error],
        "The folder of `--site` has other files in it.",
        "Name an empty folder, or add `--init-site`."),
      Entry(
        "not-published", [.note],
        "The run was not published because its inputs have errors.",
        "Correct them, or give `--missing REASON` to publish a run without a report."),
      Entry(
        "old-run", [.note],
        "The report equals a run from some hours ago and counts as that run.",
        "If it is another run, name it with `--run`, or let the dataset say `run.finished`."),
      Entry(
        "one-task", [.error],
        "Inputs or `--missing`, `--batch`, `--compare`, `--rebuild` and `--index` exclude each other.",
        "Call `tidemark publish` once for each."),
      Entry(
        "project-needed", [.error],
        "Neither `--project` nor the dataset names the project.",
        "Add `--project NAME`, or `project` in the dataset."),
      Entry(
        "run-exists", [.note],
        "The run is already in the site and stays as it is.",
        "Nothing. To replace it, give the changed report the same `--run`."),
      Entry(
        "run-replaced", [.note],
        "The run had another report before, which this one replaces.",
        "Nothing. Use another `--run` if both should stay."),
      Entry(
        "same-report", [.warning],
        "Two runs of the project have the same report. They are not compared.",
        "Remove the last report before the job starts, so that it can't be taken for a new one."),
      Entry(
        "several-times", [.error],
        "Inputs of one run have different values of `now`.",
        "Publish them with `--each`, or give one time with `--now`."),
      Entry(
        "site-busy", [.error],
        "Another process writes to this project and did not end in time.",
        "Run the command again later."),
      Entry(
        "site-damaged", [.error],
        "The history of the project is damaged again after it was rebuilt. Nothing was published.",
        "Find the program that changes files in the site, then run `tidemark publish --rebuild`."),
      Entry(
        "site-needed", [.error],
        "`publish`, or the word `-flaky` of `--fail-on`, does not know where the site is.",
        "Add `--site DIR`."),
      Entry(
        "too-large", [.error],
        "The dataset is larger than a site keeps.",
        "Publish fewer messages, or shorter ones."),
      Entry(
        "too-old", [.warning],
        "The run is older than `--keep` or `--keep-days` allows. It was not published.",
        "Keep more runs, or check the time of the dataset."),
      Entry(
        "two-runs", [.error],
        "`--compare` needs the names of two runs of the project.",
        "Write `--compare A B`; the address of a run ends in its name."),
      Entry(
        "unknown-run", [.error],
        "The project has no run of this name, or the run has no report.",
        "Take the name from the address of the run's page."),
    ])
}
