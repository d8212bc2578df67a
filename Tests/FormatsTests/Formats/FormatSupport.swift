import Diagnostics
import ImportSupport
import JSON
import Testing

@testable import Formats

/// Reads a report by a format file that it is named for.
func report(
  _ input: String, by format: String, isNamed: Bool = true,
  sourceLocation: Testing.SourceLocation =
    #_sourceLocation
) throws -> TextReport {
  let (found, problems) = InputFormat.read(formatFile: format, named: "format.json5")
  let own = try #require(
    found, "\(problems.map(\.summary))", sourceLocation: sourceLocation)
  var formats = InputFormats()
  formats.own = [own]
  return TextReport(Array(input.utf8), with: isNamed ? own : nil, among: formats)
}

/// A format file with what a test leaves out.
func formatFile(_ rest: String) -> String {
  """
  { name: "sample", title: "Sample JSON", tool: "Sampler",
    examples: [{ input: "{}" }],
    \(rest) }
  """
}

extension FormatPath {
  /// The texts at a path of a JSON text.
  static func texts(_ path: String, in json: String) throws -> [String?] {
    let (value, _) = JSONValue.parse(json, file: "x")
    let root = try #require(value)
    let path = try FormatPath(parsing: path, .json)
    return path.nodes(from: FormatNode(value: root)).map {
      path.isOfKey ? $0.key : $0.text(.json)
    }
  }
}
