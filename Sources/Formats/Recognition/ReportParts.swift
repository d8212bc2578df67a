package import Files
internal import Inputs
package import JSON

/// The files of a report that consists of several files, such as one for each test.
package struct ReportParts: Sendable {
  /// What a file of such a report is, by its name.
  package enum Kind: Sendable, Hashable {
    /// A part that makes the report: without one, there is no report.
    case main
    /// A part with more about the main parts.
    case side
    /// A file that a part names, such as a picture. It is never read as a report.
    case attachment
  }

  package struct Part: Sendable {
    package enum Content: Sendable {
      case file
      case bytes([UInt8])
    }

    /// The path, or the name in an archive.
    package let path: String
    package let content: Content

    package init(path: String, _ content: Content = .file) {
      (self.path, self.content) = (path, content)
    }

    /// The name without its folders.
    var name: String {
      path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    package func source() throws(FileError) -> ByteSource {
      switch content {
      case .file: ByteSource(try InputFile(path: path))
      case .bytes(let bytes): ByteSource(bytes: bytes)
      }
    }
  }

  package var parts: [Part]
  /// Whether the names say what the parts are. A single file may have any name.
  var isFolder = true
  /// Whether its main parts are all of the folder.
  package var isWhole = true

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// A report of one part.
  package init(_ bytes: [UInt8], named path: String) {
    parts = [Part(path: path, .bytes(bytes))]
    (isFolder, isWhole) = (false, false)
  }
}

extension InputFormats {
  /// The files that belong to reports of several files, with their formats.
  ///
  /// A folder has such a report if one of its main parts is recognized. Then all files in it with
  /// names of parts belong to the report, even damaged ones, except those that are certainly of
  /// another format.
  ///
  /// - Parameters:
  ///   - asked: The requested format; nil for all.
  ///   - source: Returns the content of a file, nil if it can't be read.
  package func parts(
    among paths: [String], as asked: InputFormat? = nil, _ source: (String) -> ByteSource?
  ) -> [String: (format: InputFormat, kind: ReportParts.Kind)] {
    var found: [String: (format: InputFormat, kind: ReportParts.Kind)] = [:]
    for format in InputFormat.certain {
      guard let part = format.part, asked.map({ $0.name == format.name }) ?? true,
        !own.contains(where: { $0.name == format.name })
      else { continue }
      var folders: [String: [(path: String, kind: ReportParts.Kind)]] = [:]
      for path in paths {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let kind = part(String(path[end...])) else { continue }
        folders[String(path[..<end]), default: []].append((path, kind))
      }
      for files in folders.values {
        func recognized(_ path: String) -> InputFormat? {
          source(path).flatMap { InputFormat.recognizing(InputStream($0), self).format }
        }
        let mains = files.filter { $0.kind == .main }
        guard asked != nil || mains.contains(where: { recognized($0.path)?.name == format.name })
        else { continue }
        for file in files {
          // Checking every file would read all of them twice. A long number makes a name certain.
          if file.kind == .main, !Self.hasNumber(file.path), let other = recognized(file.path),
            other.name != format.name, other.name != InputFormat.dataset.name
          {
            continue
          }
          found[file.path] = (format, file.kind)
        }
      }
    }
    return found
  }

  /// Whether a file may belong to a report of several files, by its name.
  package func mayBePart(_ path: String) -> Bool {
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    return InputFormat.certain.contains { $0.part?(name) != nil }
  }

  /// Whether a name begins like a UUID.
  private static func hasNumber(_ path: String) -> Bool {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return name.prefix(while: \.isHexDigit).count == 8
  }
}
