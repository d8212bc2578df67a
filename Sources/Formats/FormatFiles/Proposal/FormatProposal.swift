package import Diagnostics
internal import Inputs
package import JSON
internal import Text
package import ToolReports

/// A format file for the reports of a tool, guessed from a sample.
///
/// Names of fields, the words of levels and totals are compared with short tables; nothing else is
/// known about the tool. The example of the file is a shortened copy of the sample, and the engine
/// of format files makes the findings of the example.
package struct FormatProposal {
  /// The reason why there is no proposal.
  package struct Failure: Error {
    package let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

    /// - Parameter reason: What the sample lacks.
    static func nothing(_ reason: String) -> Failure {
      Failure(
        Diagnostic(
          .error, "no-list-found", "the sample shows no list of findings or tests: \(reason)",
          help: [
            "a finding has a message, and a level, a place or a rule; a test has a name and a status",
            "give a report with several findings, or begin with a copy: "
              + "'tidemark formats export NAME DIR'",
          ]))
    }
  }

  /// The text of the format file.
  package let text: String
  /// The name of the format.
  package let name: String
  /// The numbers of findings and tests that the format makes of the sample.
  package let findings: Int
  package let tests: Int
  /// The title and the name of the format by which the program reads the sample already.
  package let known: (title: String, name: String)?

  /// - Parameters:
  ///   - source: The bytes of the sample.
  ///   - file: The path of the sample.
  ///   - name: The name of the format file; nil derives it from the sample.
  package init(
    _ source: ByteSource, named file: String, as name: String? = nil,
    options: ImportOptions = ImportOptions()
  ) throws(Failure) {
    let bytes = try Self.bytes(source)
    let sample = try FormatSample(bytes, named: file)
    known = Self.known(bytes)
    let maker = ProposalMaker(sample, options)
    let names = ProposalNames(name ?? file)
    let proposal = try maker.proposal(names, of: file)
    text = proposal.text.text
    self.name = names.name
    (findings, tests) = (proposal.counts.findings.all, proposal.counts.tests)
  }

  /// The whole sample in UTF-8, unpacked.
  private static func bytes(_ source: ByteSource) throws(Failure) -> [UInt8] {
    let stream = InputStream(source, limit: FormatSample.mostBytes)
    let bytes = stream.text().peeking(FormatSample.mostBytes + 1).head
    if let refusal = stream.refusal {
      let help = refusal == .tooLong ? ["give a shorter report of the tool"] : refusal.help
      throw Failure(Diagnostic(.error, refusal.id, refusal.summary, help: help))
    }
    return bytes
  }

  private static func known(_ bytes: [UInt8]) -> (title: String, name: String)? {
    let stream = InputStream(ByteSource(bytes: bytes))
    let (format, head) = InputFormat.recognizing(stream, InputFormats())
    // The dataset recognizes any object.
    guard let format, format.name != InputFormat.dataset.name || format.isCertain(head) else {
      return nil
    }
    return (format.title, format.name)
  }
}

/// The name, the title and the tool of a proposed format.
struct ProposalNames {
  let name: String

  private static let usualEndings = ["report", "results", "result", "output", "sample", "log"]
  private static let longest = 36

  /// - Parameter path: The path of the format file or of the sample.
  init(_ path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.prefix { $0 != "." }.lowercased()
    var words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    while words.count > 1, let last = words.last, Self.usualEndings.contains(last) {
      words.removeLast()
    }
    let joined = String(words.joined(separator: "-").prefix(Self.longest))
    let name = joined.isEmpty ? "own" : joined
    // A format of a known name would replace it.
    self.name = InputFormat.names.contains(name) ? "my-" + name : name
  }

  /// The name with a capital letter.
  var tool: String { name.prefix(1).uppercased() + name.dropFirst().replacing("-", with: " ") }

  func title(_ tool: String, _ kind: FormatFile.Kind) -> String {
    switch kind {
    case .json: tool + " JSON"
    case .jsonLines: tool + " JSON Lines"
    case .xml: tool + " XML"
    case .table: "table of " + tool
    case .lines: "output of " + tool
    }
  }
}
