package import Model

/// The shortest unambiguous paths of a report's files: the name of a file, after as many folders as
/// distinguish it from the other files (see "Lists of changes").
package struct ShortPaths: Sendable {
  /// The paths of the files whose name is not enough.
  private var paths: [String: String] = [:]

  init(_ lists: [[Message]] = []) {
    var files: [String: Set<String>] = [:]
    var last = ""
    for message in lists.joined() {
      guard let location = message.location, location.file != last else { continue }
      last = location.file
      files[location.name, default: []].insert(last)
    }
    for alike in files.values where alike.count > 1 {
      var counts: [Substring: Int] = [:]
      for file in alike { for end in Self.ends(of: file) { counts[end, default: 0] += 1 } }
      for file in alike {
        paths[file] = Self.ends(of: file).first { counts[$0] == 1 }.map(String.init) ?? file
      }
    }
  }

  /// The name of a file with one folder, with two, and so on, up to the whole path.
  private static func ends(of file: String) -> [Substring] {
    file.indices.reversed().filter { file[$0] == "/" }.dropFirst().map {
      file[file.index(after: $0)...]
    } + [file[...]]
  }

  package func path(of location: Message.Location) -> String {
    paths[location.file] ?? location.name
  }

  /// `cal/event.py:12`.
  package func place(of location: Message.Location) -> String {
    path(of: location) + (location.line.map { ":\($0)" } ?? "")
  }
}
