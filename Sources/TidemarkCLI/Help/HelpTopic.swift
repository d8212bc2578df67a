import Model
import Rendering

/// A topic of `help` that is not a command.
struct HelpTopic: Sendable {
  var name: String
  var summary: String
  /// Text for a terminal of 80 columns.
  var text: @Sendable () -> String

  static let all: [HelpTopic] = [
    HelpTopic(name: "dataset", summary: "the format for reports of your own jobs") { dataset },
    HelpTopic(name: "exit-status", summary: "the meaning of each status") { exitStatus },
    HelpTopic(name: "gates", summary: "the words of '--fail-on'") { gates },
    HelpTopic(name: "targets", summary: "the formats of outputs") { targets },
  ]

  // MARK: Texts

  private static var exitStatus: String {
    let lines = ExitStatus.allCases.map { status in
      "  \(status.rawValue)  \(status.meaning)\n" + Help.wrap(status.promise, indent: 5)
    }
    return """
      The exit status of every command.

      \(lines.joined(separator: "\n"))

      For several runs in one call, the highest status counts. Diagnostics go to
      standard error; '--format json' writes them for other programs.

      """
  }

  private static var targets: String {
    let width = (OutputFormat.all.map(\.name.count).max() ?? 0) + 2
    let written = OutputFormat.all.map { format in
      let endings = format.endings.map { "." + $0 }.joined(separator: " ")
      return "  " + format.name + String(repeating: " ", count: width - format.name.count)
        + format.fileName + (endings.isEmpty ? "" : ", by \(endings)")
    }
    return """
      Outputs ('--to NAME', or by the ending of '-o'):

      \(written.joined(separator: "\n"))

      'tidemark mail' writes a whole mail, and 'tidemark convert' a dataset.
      'tidemark formats' lists the formats of inputs.

      """
  }

  private static var dataset: String {
    func keys(_ keys: [String]) -> String { Help.wrap(keys.joined(separator: ", "), indent: 2) }
    return """
      A dataset is JSON or JSON5: messages, and a timeline if there is one.

        {
          "version": 1,
          "title": "Nightly build",
          "run": { "status": "completed", "finished": "2026-11-20T03:12:00+01:00" },
          "messages": [
            { "urgency": "error", "category": "Backup", "title": "The disk is full",
              "text": "No room was left on **/var**.",
              "location": { "file": "backup.sh", "line": 12 } },
            { "urgency": "warning", "title": "The certificate ends in 9 days" }
          ]
        }

      Only 'version' and, in a message, 'urgency' and 'title' or 'text' are needed.
      Urgencies: error, warning, success, information, neutral.

      Keys of a dataset:
      \(keys(DatasetKey.allCases.map(\.rawValue)))

      Keys of a message:
      \(keys(MessageField.allCases.map(\.key)))

      Keys of an entry of the timeline:
      \(keys(EntryKey.allCases.map(\.rawValue)))

      A wrong key or value is reported with its line and a suggestion.

      """
  }
}
