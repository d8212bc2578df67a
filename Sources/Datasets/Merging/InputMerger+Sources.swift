internal import Diagnostics
internal import Model
internal import Text
internal import ToolReports

extension InputMerger {
  /// Reads the source lines around messages without a context, if an input's options request them.
  /// Runs after all inputs are read, so that each file is read once.
  package mutating func readSources() {
    locatePackages()
    var missing = MissingLines()
    var trees: [SourceTree] = []
    var files: [SourceFile] = []
    var places: [SourceFile: [Place]] = [:]
    for input in inputs {
      guard let sources = input.sources else { continue }
      let tree = trees.firstIndex { $0.folders == sources.folders } ?? trees.count
      if tree == trees.count { trees.append(sources) }
      for index in input.messages {
        for place in [Place(index, isTest: false), Place(index, isTest: true)] {
          guard let location = dataset.messages[index][place], let line = location.line,
            location.context == nil, !input.packagePaths.contains(location.file)
          else { continue }
          guard let path = sources.path(of: location.file) else {
            missing.add(location.file, line)
            continue
          }
          let file = SourceFile(tree: tree, path: path)
          if places[file] == nil { files.append(file) }
          places[file, default: []].append(place)
        }
      }
    }
    var room = SourceTree.mostBytes
    for file in files {
      let tree = trees[file.tree]
      let bytes = tree.read(file.path, room: room)
      room -= bytes?.count ?? 0
      let text = bytes.map { SourceText(file: $0, hiding: tree.redactor) }
      for place in places[file] ?? [] { read(text, file.path, at: place, &missing) }
    }
    if let note = missing.note { log.add(note) }
  }

  private mutating func read(
    _ text: SourceText?, _ path: String, at place: Place, _ missing: inout MissingLines
  ) {
    guard let line = dataset.messages[place.message][place]?.line else { return }
    guard let text, text.holds(line) else { return missing.add(path, line) }
    guard let lines = text.lines(around: line) else { return }
    if text.hidesSecrets, lines.contains(Redactor.sign) { redactions += 1 }
    var context = Message.Context(text: lines)
    context?.isRead = true
    dataset.messages[place.message][place]?.context = context
  }
}

/// One of the two places of a message.
private struct Place {
  let message: Int
  let isTest: Bool

  init(_ message: Int, isTest: Bool) { (self.message, self.isTest) = (message, isTest) }
}

extension Message {
  fileprivate subscript(place: Place) -> Location? {
    get { place.isTest ? testLocation : location }
    set { if place.isTest { testLocation = newValue } else { location = newValue } }
  }
}

/// A file by its path in one of several trees.
private struct SourceFile: Hashable {
  let tree: Int
  let path: String
}

/// The places with unreadable source lines.
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
