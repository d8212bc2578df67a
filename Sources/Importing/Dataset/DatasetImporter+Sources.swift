internal import Diagnostics
internal import Model

extension DatasetImporter {
  /// Reads the lines around the places of messages without a context, each file once for each root
  /// of inputs.
  mutating func readSources() {
    var room = SourceTree.mostBytes
    var missing = MissingLines()
    for input in inputs {
      guard let sources = input.sources else { continue }
      var files: [String] = []
      var places: [String: [Int]] = [:]
      for index in input.messages {
        guard let location = dataset.messages[index].location, let line = location.line,
          location.context == nil
        else { continue }
        guard let path = sources.path(of: location.file) else {
          missing.add(location.file, line)
          continue
        }
        if places[path] == nil { files.append(path) }
        places[path, default: []].append(index)
      }
      for path in files {
        let bytes = sources.read(path, room: room)
        room -= bytes?.count ?? 0
        let text = bytes.map { SourceText(file: $0, hiding: sources.redactor) }
        for index in places[path] ?? [] { read(text, path, at: index, &missing) }
      }
    }
    if let note = missing.note { log.add(note) }
  }

  private mutating func read(
    _ text: SourceText?, _ path: String, at index: Int, _ missing: inout MissingLines
  ) {
    guard let line = dataset.messages[index].location?.line else { return }
    guard let text, text.holds(line) else { return missing.add(path, line) }
    guard var context = text.context(around: line) else { return }
    context.isRead = true
    if text.hidesSecrets, context.text.contains(Redactor.sign) { redactions += 1 }
    dataset.messages[index].location?.context = context
  }
}

/// The places whose lines can't be read.
private struct MissingLines {
  private var count = 0
  private var first = ""

  mutating func add(_ file: String, _ line: Int) {
    if count == 0 { first = "\(VisibleText.of(file)):\(line)" }
    count += 1
  }

  var note: Diagnostic? {
    guard count > 0 else { return nil }
    let what =
      count == 1
      ? "the source of 1 message is not read: '\(first)'"
      : "the source of \(count) messages is not read, such as '\(first)'"
    return Diagnostic(
      .note, "unread-source", what,
      help: ["'--root DIR' names the folder that paths begin in, as '--path' can change them"])
  }
}
