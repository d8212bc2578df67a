internal import Text

/// The addresses of places in the sources, by a template such as
/// `https://git.example/blob/{{commit}}/{{file}}{{#line}}#L{{line}}{{/line}}`.
package struct SourceLinks: Sendable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case commit, file, line
  }

  /// A mistake in a template.
  package struct Mistake: Error, Hashable {
    package var reason: String
  }

  /// The parts. Those of the section are used only with a line.
  private var parts: [(part: Part, isForLine: Bool)] = []

  package init(_ template: String) throws(Mistake) {
    var rest = template[...]
    var isForLine = false
    while let open = rest.firstRange(of: "{{") {
      add(rest[..<open.lowerBound], isForLine)
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else {
        throw Mistake(reason: "a '{{' has no '}}'")
      }
      let tag = rest[..<close.lowerBound].filter { $0 != " " }
      rest = rest[close.upperBound...]
      switch tag {
      case "commit": parts.append((.commit, isForLine))
      case "file": parts.append((.file, isForLine))
      case "line": parts.append((.line, isForLine))
      case "#line" where !isForLine: isForLine = true
      case "/line" where isForLine: isForLine = false
      default:
        throw Mistake(
          reason: "'{{\(tag)}}' can't stand here: the template has {{commit}}, {{file}}, {{line}} "
            + "and one section {{#line}}…{{/line}}")
      }
    }
    if isForLine { throw Mistake(reason: "'{{#line}}' has no '{{/line}}'") }
    add(rest, isForLine)
    try check()
  }

  private mutating func add(_ text: Substring, _ isForLine: Bool) {
    if !text.isEmpty { parts.append((.text(String(text)), isForLine)) }
  }

  /// The host must be in the template, so that no value can choose it.
  private func check() throws(Mistake) {
    guard case .text(let start)? = parts.first?.part,
      let scheme = ["https://", "http://"].first(where: { start.lowercased().hasPrefix($0) }),
      let host = start.dropFirst(scheme.count).split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false
      ).first, !host.isEmpty, start.utf8.count > scheme.utf8.count + host.utf8.count,
      start.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else {
      throw Mistake(reason: "it begins with the address of a server: https://git.example/…")
    }
    guard parts.contains(where: { $0.part == .file && !$0.isForLine }) else {
      throw Mistake(reason: "it lacks {{file}}")
    }
  }

  package var needsCommit: Bool { parts.contains { $0.part == .commit } }

  /// The address of a place; nil for files outside of the sources, or if the template needs a
  /// missing commit.
  package func address(file: String, line: Int?, commit: String?) -> String? {
    guard SourcePaths.isInside(file) else { return nil }
    var address = ""
    for (part, isForLine) in parts where !isForLine || line != nil {
      switch part {
      case .text(let text): address += text
      case .file: address += PercentEncoding.encoded(path: file)
      case .line: address += line.map { String($0) } ?? ""
      case .commit:
        guard let commit, SourcePaths.isInside(commit), commit.utf8.count <= 200 else { return nil }
        address += PercentEncoding.encoded(path: commit)
      }
    }
    return address
  }
}

extension SourceLinks {
  /// The known services, by the names in their hosts.
  private static let services: [(host: String, path: String)] = [
    ("github", "/blob/{{commit}}/{{file}}{{#line}}#L{{line}}{{/line}}"),
    ("gitlab", "/-/blob/{{commit}}/{{file}}{{#line}}#L{{line}}{{/line}}"),
    ("bitbucket", "/src/{{commit}}/{{file}}{{#line}}#lines-{{line}}{{/line}}"),
    ("codeberg", "/src/commit/{{commit}}/{{file}}{{#line}}#L{{line}}{{/line}}"),
  ]

  /// The links of a repository on a well-known service, or on the given service; nil for others.
  ///
  /// - Parameters:
  ///   - address: The address from a report or a build service, such as
  ///     `https://github.com/o/r.git` or `git@github.com:o/r.git`.
  ///   - service: `github`, `gitlab` or another one of the table; nil uses the host.
  package init?(repository address: String, service: String? = nil) {
    var address = address[...]
    if address.hasPrefix("git@"), let colon = address.firstIndex(of: ":") {
      let host = address.dropFirst(4).prefix(upTo: colon)
      address = "https://" + host + "/" + address[address.index(after: colon)...]
    }
    while address.hasSuffix("/") { address.removeLast() }
    if address.hasSuffix(".git") { address.removeLast(4) }
    guard !address.contains("{"), !address.contains("@"), !address.contains("?"),
      !address.contains("#"), address.utf8.count <= 2_000
    else { return nil }
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[1].isEmpty else { return nil }
    let host = parts[2].lowercased()
    // `github.com`, `gitlab.example.org`
    let name = service ?? host.split(separator: ".").first.map(String.init)
    guard let path = Self.services.first(where: { $0.host == name })?.path,
      let links = try? SourceLinks(address + path)
    else { return nil }
    self = links
  }
}
