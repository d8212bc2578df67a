internal import Inputs

/// The formats that a call can read: those of the program, and those of the user's own format files.
package struct InputFormats: Sendable {
  /// The formats of the user's files. They are tried first, and replace formats of their names.
  package var own: [InputFormat] = []

  package init() {}

  /// The format of a name.
  package func format(named name: String) -> InputFormat? {
    own.first { $0.name == name } ?? InputFormat(named: name)
  }

  package var all: [InputFormat] { own + InputFormat.all.filter { !isReplaced($0.name) } }

  package var names: [String] { own.map(\.name) + InputFormat.names.filter { !isReplaced($0) } }

  /// The list as text: names, titles and evidence.
  package var listing: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { format in
      let margin = String(repeating: " ", count: width - format.name.count + 2)
      return "\(format.name)\(margin)\(format.title)\n"
        + String(repeating: " ", count: width + 2) + format.evidence + "\n"
    }.joined()
  }

  /// The first format that recognizes the beginning of an input. The summaries of the program's
  /// format files are read only if no format before them recognizes it.
  func recognizing(_ head: InputHead) -> InputFormat? {
    recognizingByMarks(head) ?? recognizing(head, among: InputFormat.general)
  }

  /// The same without the general formats.
  func recognizingByMarks(_ head: InputHead) -> InputFormat? {
    own.first { $0.recognizes(head) }
      ?? recognizing(head, among: InputFormat.certain)
      ?? recognizing(head, among: InputFormat.embedded)
  }

  private func recognizing(
    _ head: InputHead, among formats: @autoclosure () -> [InputFormat]
  ) -> InputFormat? {
    formats().first { !isReplaced($0.name) && $0.recognizes(head) }
  }

  private func isReplaced(_ name: String) -> Bool { own.contains { $0.name == name } }
}
