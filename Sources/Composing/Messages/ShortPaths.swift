package import Model

/// The shortest unambiguous paths of a report's files: the name of a file, after as many folders as
/// distinguish it from the other files (see "Lists of changes").
package struct ShortPaths: Sendable {
  /// The files with each name.
  private var files: [String: Set<String>] = [:]

  init(_ lists: [[Message]] = []) {
    var last = ""
    for message in lists.joined() {
      guard let location = message.location, location.file != last else { continue }
      last = location.file
      files[location.name, default: []].insert(last)
    }
  }

  package func path(of location: Message.Location) -> String {
    let others = files[location.name, default: []].subtracting([location.file])
    if others.isEmpty { return location.name }
    let parts = location.file.split(separator: "/")
    for count in 2..<max(parts.count, 2) {
      let path = parts.suffix(count).joined(separator: "/")
      if !others.contains(where: { $0.hasSuffix("/" + path) || $0 == path }) { return path }
    }
    return location.file
  }

  /// `cal/event.py:12`.
  package func place(of location: Message.Location) -> String {
    path(of: location) + (location.line.map { ":\($0)" } ?? "")
  }
}
