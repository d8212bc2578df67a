package import Diagnostics
package import Files
package import Formats
internal import Inputs
internal import JSON
internal import Model
package import ToolReports

extension InputMerger {
  /// The numbers of inputs, messages and entries read so far.
  package struct Progress: Sendable {
    fileprivate var inputs: Int
    fileprivate var messages: Int
    fileprivate var entries: Int
  }

  package var progress: Progress {
    Progress(
      inputs: inputs.count, messages: dataset.messages.count,
      entries: dataset.timeline?.entries.count ?? 0)
  }

  /// A note with the format and the contents of an input; empty if the input was refused.
  package func notes(since before: Progress, of name: String) -> [Diagnostic] {
    guard inputs.count > before.inputs else { return [] }
    let counts = [
      (dataset.messages.count - before.messages, "message", "messages"),
      ((dataset.timeline?.entries.count ?? 0) - before.entries, "entry", "entries"),
    ].filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return [
      Diagnostic(
        .note, "input-read",
        "read as \(context.format): "
          + (counts.isEmpty ? "no messages" : counts.joined(separator: ", ")),
        at: SourceLocation(file: name))
    ]
  }

  /// Notes files with the same bytes as the last input, which are not read again. Reports without
  /// findings often are the same.
  package mutating func addCopies(_ names: [String], since before: Progress) {
    if inputs.count > before.inputs { inputs[inputs.count - 1].copies += names }
  }

  /// Reads an open file or stream to its end.
  package mutating func read(
    _ input: consuming InputFile, as format: InputFormat? = nil,
    among formats: InputFormats = InputFormats(), options: ImportOptions = ImportOptions()
  ) {
    let name = input.path
    read(file: name, from: ByteSource(input), as: format, among: formats, options: options)
  }
}
