internal import Text
internal import ToolReports

/// The output of a Go test or package without the lines of the test runner.
struct GoOutput {
  /// The remaining lines.
  let details: String
  /// The summary: the panic, else the first messages, else the first line.
  private(set) var text: String?
  private(set) var file: String?
  private(set) var line: Int?
  /// The line of the test that led to a panic in other code.
  private(set) var test: (file: String, line: Int)?

  private static let runnerMarks = [
    "=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "=== ATTR ", "=== ARTIFACTS ", "--- FAIL: ",
    "--- PASS: ", "--- SKIP: ", "--- BENCH: ",
  ]
  private static let mostMessages = 3
  /// Folders of Go itself.
  private static let foreign = ["/src/testing/", "/src/runtime/", "/src/time/", "/src/sync/"]

  init(_ written: String) {
    let lines = written.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let text = PlainText.trimmedLine(line)
      return !Self.runnerMarks.contains { text.utf8.starts(with: $0.utf8) }
        && text != "FAIL" && text != "PASS"
    }
    details = PlainText.dedented(PlainText.trimmed(lines.joined(separator: "\n")))
    var messages: [String] = []
    var panic: Substring?
    // The folder of Go's own sources, and the location found before the frame `panic(`.
    var goRoot: Substring?
    var before: (file: String?, line: Int?)
    // An empty line ends the trace of the goroutine that panicked.
    var isInTrace = false
    func isForeign(_ path: String) -> Bool {
      path.contains("/pkg/mod/") || goRoot.map { path.hasPrefix($0) } ?? false
        || Self.foreign.contains { path.contains($0) }
    }
    for (index, line) in lines.enumerated() {
      let trimmed = PlainText.trimmedLine(line)
      if trimmed.utf8.starts(with: "panic: ".utf8)
        || trimmed.utf8.starts(with: "fatal error: ".utf8)
      {
        panic = panic ?? trimmed
      } else if trimmed.hasPrefix("panic(") {
        // The next frames led to the panic; the earlier location is only a fallback.
        before = (file ?? before.file, file == nil ? before.line : self.line)
        (file, self.line) = (nil, nil)
        isInTrace = true
      } else if trimmed.isEmpty {
        isInTrace = false
      } else if let place = Self.place(in: trimmed) {
        if goRoot == nil, let mark = place.file.firstRange(of: "/src/runtime/") {
          goRoot = Substring(place.file[..<mark.lowerBound] + "/src/")
        }
        if file == nil, !isForeign(place.file) {
          (file, self.line) = (place.file, place.line)
        }
        if isInTrace, place.file.hasSuffix("_test.go"), !isForeign(place.file) {
          test = (place.file, place.line)
        }
        let message = place.rest.isEmpty ? Self.assertion(in: lines[(index + 1)...]) : place.rest
        if place.isMessage, let message { messages.append(message) }
      }
    }
    if file == nil { (file, self.line) = before }
    text =
      if let panic {
        String(panic)
      } else if messages.isEmpty {
        PlainText.firstLine(of: details)
      } else {
        messages.prefix(Self.mostMessages).joined(separator: "\n")
      }
  }

  /// `file_test.go:12: text`, or a line of a trace: `/folder/file.go:12 +0x1d`.
  private static func place(
    in line: Substring
  ) -> (file: String, line: Int, rest: String, isMessage: Bool)? {
    guard let mark = line.prefix(1_000).firstRange(of: ".go:") else { return nil }
    let path = line[..<mark.upperBound].dropLast()
    let digits = line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
    guard !path.contains(" "), digits.utf8.count <= 9, let number = Int(digits) else { return nil }
    let rest = line[digits.endIndex...]
    let isMessage = rest.first == ":"
    return (String(path), number, String(PlainText.trimmedLine(rest.dropFirst())), isMessage)
  }

  /// The value of `Error:` in a library's table below a line that has only a location.
  private static func assertion(in lines: ArraySlice<Substring>) -> String? {
    var found: [Substring] = []
    for line in lines.prefix(30) {
      let line = PlainText.trimmedLine(line)
      if found.isEmpty {
        guard line.utf8.starts(with: "Error:".utf8) else { continue }
        found.append(PlainText.trimmedLine(line.dropFirst(6)))
      } else if line.isEmpty || line.hasPrefix("Test:") || line.hasPrefix("Messages:")
        || found.count > 3
      {
        break
      } else {
        found.append(line)
      }
    }
    return found.isEmpty ? nil : found.joined(separator: "\n")
  }
}

extension GoOutput {
  /// The reason of a skipped test: its last line without a location such as `    a_test.go:7: `.
  static func reason(in output: String) -> String? {
    let lines = output.split(separator: "\n").map { PlainText.trimmedLine($0) }
    guard let line = lines.last(where: { line in !line.isEmpty && !isFrame(line) }) else {
      return nil
    }
    guard let mark = line.firstRange(of: ".go:"),
      let space = line[mark.upperBound...].firstIndex(of: " "),
      line[mark.upperBound..<space].last == ":"
    else { return String(line) }
    return String(PlainText.trimmedLine(line[space...]))
  }

  private static func isFrame(_ line: Substring) -> Bool {
    line.hasPrefix("=== ") || line.hasPrefix("--- ")
  }
}
