internal import Diagnostics
internal import Model
internal import Text
internal import ToolReports
internal import XML

/// Reads the errors of a run outside of its tests, such as unreadable files and libraries.
extension RobotImporter {
  static let tool = "Robot Framework"

  mutating func readError() {
    var finding = Finding(.warning, tool: Self.tool)
    finding.source = context.mark(reader.position)
    finding.level = reader.attribute("level")
    let isHTML = ["yes", "true"].contains(reader.attribute("html"))
    let text = PlainText.trimmed(reader.readExcerpt(context).text)
    finding.message = isHTML ? RobotText.withoutTags(text) : RobotText.plain(text)
    if let place = Self.place(in: finding.message) {
      (finding.file, finding.line, finding.message) = place
    }
    if finding.message.isEmpty { return }
    report.add(finding)
  }

  /// `Error in file 'login.robot' on line 4: No such keyword.`
  private static func place(in message: String) -> (file: String, line: Int, rest: String)? {
    let opening = "Error in file '"
    guard message.hasPrefix(opening) else { return nil }
    let path = message.dropFirst(opening.count)
    guard let end = path.firstRange(of: "' on line ") else { return nil }
    let digits = path[end.upperBound...].prefix { $0.isASCII && $0.isNumber }
    let rest = path[digits.endIndex...]
    guard let line = Int(digits), rest.hasPrefix(": ") else { return nil }
    return (String(path[..<end.lowerBound]), line, String(rest.dropFirst(2)))
  }
}
