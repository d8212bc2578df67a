internal import Diagnostics
internal import JSON

/// Reads patterns of lines.
extension FormatFileReader {
  /// Reads one pattern or a list of patterns.
  mutating func patterns(_ value: JSONValue) -> LinePatterns? {
    let elements = value.string == nil ? elements(of: value, named: "line") : [value]
    var texts: [String] = []
    for element in elements {
      guard let text = text(element, named: "line") else { return nil }
      texts.append(text)
    }
    do throws(LinePatterns.Problem) {
      return try LinePatterns(texts)
    } catch {
      wrong(
        elements.indices.contains(error.pattern) ? elements[error.pattern] : value,
        "\(error.summary), at byte \(error.offset + 1) of the pattern", [error.help])
      return nil
    }
  }

  /// Reads the condition `{ line: PATTERN }` of a run.
  mutating func linesOfRun(_ value: JSONValue) -> LinePatterns? {
    guard checkKeys(of: value, ["line"], "a condition of lines"), let line = value["line"] else {
      return nil
    }
    return patterns(line)
  }

  /// The list of a format whose captures have the names of fields.
  static let listOfLines: FormatList = {
    var fields: [FormatFindingField: FormatValue] = [:]
    for field in [FormatFindingField.file, .line, .column, .message] {
      let path = FormatPath(steps: [.member(field.rawValue)], dialect: .captures)
      fields[field] = .path(path, [])
    }
    let root = FormatPath(start: .root, dialect: .captures)
    return FormatList(levels: [FormatList.Level(path: root)], target: .finding(fields))
  }()
}
