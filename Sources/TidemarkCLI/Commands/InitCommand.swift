import Diagnostics
import Files
import Rendering
import Text

/// `init`: writes starter files, or a format file for a sample of a report.
struct InitCommand: Command {
  let output: Setting?
  let diagnostics: DiagnosticOptions

  static let about = CommandHelp(
    name: "init", summary: "Writes the files to start with, or a format file for a report",
    operands: "[DIR]",
    discussion:
      "Writes a dataset with comments, tidemark.json with its schema, and a recipe for the "
      + "service that runs the folder's jobs: for GitHub where there is .github/, for GitLab where "
      + "there is .gitlab-ci.yml, for Jenkins where there is Jenkinsfile, in the folder or above it "
      + "in its repository, else for cron. A file that is there already is left as it is. DIR is the "
      + "working folder unless given.\n\nWith --format, it writes a format file instead, for a tool "
      + "whose reports Tidemark does not read. It guesses from a sample of a report: the list, the "
      + "fields, the levels, the totals, and the facts of recognition. The sample is JSON, JSON "
      + "Lines, XML, CSV, TSV or lines, of at most 16 MiB, with a few findings or tests. Comments "
      + "in the file name each guess; its example is a shortened copy of the sample without known "
      + "secrets. For a sample that is read already it writes a file only with -o.",
    examples: [
      ("tidemark init", "Writes the files to the working folder."),
      ("tidemark init reports/", "Writes them to a folder, which is created."),
      (
        "tidemark init --format tool.json -o tool.json5",
        "Writes a format file for reports like tool.json."
      ),
    ])

  /// The other commands have it for the format of diagnostics alone.
  private static let format = OptionSpec(
    name: "format", argument: .value("SAMPLE"),
    help: "Report of a tool, for which a format file is written. The words text, json, github and "
      + "sarif are the format of diagnostics, as for other commands.",
    path: .nameOrPath, suggestions: DiagnosticFormat.allCases.map(\.rawValue))

  init(_ options: inout OptionReader) {
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("FILE"),
        help: "Format file to write, with the ending .json5; '-' is standard output. Default: the "
          + "name of the sample in the working folder.", isSetting: false, path: .path))
    diagnostics = DiagnosticOptions(&options, format: Self.format)
  }

  /// The sample; nil if the option has a format of diagnostics.
  private func sample() throws(UsageError) -> String? {
    guard let given = diagnostics.givenFormat, DiagnosticFormat(rawValue: given.value) == nil
    else { return nil }
    if case .commandLine = given.origin { return given.value }
    let words = DiagnosticFormat.allCases.map(\.rawValue)
    throw .badChoice(
      option: given.name, value: given.value, choices: words,
      nearest: Suggestion.nearest(to: given.value, among: words))
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    guard call.operands.count < 2 else { throw .unexpectedOperand(call.operands[1]) }
    let reporter = DiagnosticReporter(diagnostics, call.host)
    var log = DiagnosticLog()
    // The folder's settings do not apply to this command.
    log.add(contentsOf: call.log.diagnostics.filter { $0.severity == .error })
    guard log.isEmpty else { return reporter.end(log, .usage) }
    if let sample = try sample() {
      if let operand = call.operands.first { throw .unexpectedOperand(operand) }
      let starter = try FormatStarter(sample, output, isQuiet: diagnostics.isQuiet)
      return starter.run(call.host, reporter)
    }
    if output != nil {
      throw .missingOption("--format", help: "'-o' names the format file of '--format SAMPLE'")
    }
    let folder = call.operands.first ?? "."
    guard !folder.isEmpty else { throw .unexpectedOperand(folder) }
    let job = StarterJob(folder: folder, home: call.host.environment["HOME"])
    var lines: [String] = []
    for (name, text) in job.files {
      let path = VisibleText.of(job.path(name))
      let folder = ConfinedFolder(job.folder)
      do throws(FileError) {
        if try folder.kind(of: name) != nil {
          lines.append("kept     \(path), which was there already")
        } else {
          try folder.writeNew(Array(text.utf8), to: name)
          lines.append("written  \(path)")
        }
      } catch {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
    }
    let failed = log.hasErrors
    if !diagnostics.isQuiet, !lines.isEmpty {
      lines += failed ? [] : ["", job.next]
      guard call.host.print(lines.joined(separator: "\n") + "\n") else { return .output }
    }
    return reporter.end(log, failed ? .output : .done)
  }
}

/// Writes the starter files into one folder.
private struct StarterJob {
  let folder: String
  private let recipe: StarterFile
  /// The path of the folder from the working folder of the service's jobs; empty if both are the
  /// same.
  private let below: String
  /// The input in the printed commands, with a leading space. It is empty if the settings written
  /// here name it; older settings may name none.
  private let input: String

  init(folder: String, home: String?) {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    let names = (Folder.realPathOfFuture(folder) ?? "/").split(separator: "/")
    let found = Self.service(of: names, home: home)
    recipe = found.recipe
    below = names.suffix(found.levels).joined(separator: "/")
    let keepsSettings = Folder.isThere(folder + "/" + StarterFile.settings.name)
    input = keepsSettings ? " " + StarterFile.dataset.name : ""
  }

  /// The recipe for the service with files in this folder or above it in the repository, and the
  /// number of levels above.
  private static func service(
    of names: [Substring], home: String?
  ) -> (recipe: StarterFile, levels: Int) {
    // The folder may not exist yet.
    var there = names
    while !there.isEmpty, !Folder.exists("/" + there.joined(separator: "/")) { there.removeLast() }
    let folder = "/" + there.joined(separator: "/")
    let above = Folder.repositoryFolders(above: folder, home: home)
    let isOutside = above.isEmpty && there != names && !Folder.isThere(folder + "/.git")
    for (levels, place) in zip((names.count - there.count)..., isOutside ? [] : [folder] + above) {
      if Folder.exists(place + "/.github") {
        let name = levels == 0 ? ".github/workflows/tidemark.yml" : StarterFile.movedName
        return (StarterFile(asset: "github.yml", name: name), levels)
      } else if Folder.isRegularFile(place + "/.gitlab-ci.yml") {
        return (StarterFile(asset: "gitlab.yml", name: "tidemark.gitlab-ci.yml"), levels)
      } else if Folder.isRegularFile(place + "/Jenkinsfile") {
        return (StarterFile(asset: "Jenkinsfile", name: "tidemark.Jenkinsfile"), levels)
      }
    }
    return (StarterFile(asset: "crontab", name: "tidemark.crontab"), 0)
  }

  func path(_ name: String) -> String { folder == "." ? name : folder + "/" + name }

  /// The files by their path below the folder.
  var files: [(name: String, text: String)] {
    let assets = [StarterFile.dataset, StarterFile.settings, recipe].compactMap { file in
      file.text.map { (file.name, filled($0)) }
    }
    return assets + [(StarterFile.schemaName, SettingsSchema.text(of: Program.commands))]
  }

  /// A recipe with the path of the folder, if a shell can take it unquoted. A crontab needs an
  /// absolute path; a service starts in the root of the repository.
  private func filled(_ text: String) -> String {
    let here = SystemInfo.workingFolder() ?? "."
    let absolute = folder == "." ? here : folder.hasPrefix("/") ? folder : here + "/" + folder
    // In a crontab '%' ends the command, even in quotes.
    let below = isPlain(below) ? below : "path/to/this/folder"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !below.isEmpty || !$0.hasSuffix("cd BELOW") }
    return lines.joined(separator: "\n")
      .replacing("BELOW/", with: below.isEmpty ? "" : below + "/")
      .replacing("BELOW", with: below)
      .replacing("INPUT", with: input)
      .replacing("FOLDER", with: isPlain(absolute) ? absolute : "/path/to/this/folder")
  }

  private func isPlain(_ path: String) -> Bool { ShellWord.isPlain(path) }

  /// The next steps for the user.
  var next: String {
    let change = folder == "." ? "" : "  cd -- \(ShellWord.quoted(folder))\n"
    let steps = [
      ("preview\(input)", "shows the report in a browser while you change it"),
      ("check\(input)", "suggests improvements"),
      ("render\(input) -o report.html", "writes the page"),
    ].map { words, use in
      "  tidemark " + words + String(repeating: " ", count: 25 + input.count - words.count) + use
    }
    let move =
      recipe.name == StarterFile.movedName
      ? ["  move \(path(recipe.name)) to .github/workflows/ at the root of the repository"] : []
    return "Next:\n" + change + (steps + move).joined(separator: "\n")
  }
}
