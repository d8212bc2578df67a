package import Diagnostics

extension Template {
  /// Parses a template. Returns nil and all problems if there is an error.
  ///
  /// - Parameters:
  ///   - name: the name that partial tags use.
  ///   - vocabulary: provides the ids of names; unknown names are added.
  package static func parse(
    _ source: [UInt8], name: String, file: String, vocabulary: inout Vocabulary
  ) -> (Template?, [Diagnostic]) {
    let finder = LocationFinder(file: file, source: source)
    if let refusal = refusal(of: source, finder) { return (nil, [refusal]) }
    let base = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let matching = TagMatching(TemplateLexer(source: source, from: base), source: source)
    var problems = matching.problems
    let names = NameReader(source: source)
    for token in matching.tokens { names.check(token, &problems) }
    guard problems.isEmpty else { return (nil, problems.diagnostics(finder)) }
    let shaping = LineShaping(matching.tokens, source: source)
    var builder = NodeBuilder(source: source, base: base, tokens: shaping.tokens, names: names)
    builder.build(&vocabulary)
    let template = Template(
      name: name, file: file, nodes: builder.nodes, source: source,
      path: builder.names.path, names: builder.names.names)
    return (template, [])
  }

  package static func parse(
    _ source: String, name: String, file: String, vocabulary: inout Vocabulary
  ) -> (Template?, [Diagnostic]) {
    parse(Array(source.utf8), name: name, file: file, vocabulary: &vocabulary)
  }

  private static func refusal(of source: [UInt8], _ finder: LocationFinder) -> Diagnostic? {
    if source.count > sizeLimit {
      return Diagnostic(
        .error, "template-too-large", "the template is larger than \(sizeLimit >> 20) MiB",
        at: SourceLocation(file: finder.file))
    }
    guard String(validating: source, as: UTF8.self) == nil else { return nil }
    return TextFile.notUTF8(source, file: finder.file)
  }
}

/// Reads the names in tags.
struct NameReader {
  let source: [UInt8]
  private(set) var path: [Name] = []
  private(set) var names: [String] = []
  private var indices: [String: Int32] = [:]

  init(source: [UInt8]) {
    self.source = source
  }

  func text(of token: TemplateToken) -> String {
    String(decoding: source[token.innerStart..<token.innerEnd], as: UTF8.self)
  }

  /// Reports an empty or invalid name.
  func check(_ token: TemplateToken, _ problems: inout TemplateProblems) {
    if token.kind == .text || token.kind == .silent || token.kind == .close { return }
    let name = source[token.innerStart..<token.innerEnd]
    if name.isEmpty {
      problems.add("empty-tag", at: token.start, "the tag has no name")
    } else if name.contains(where: TemplateLexer.isSpace) {
      problems.add(
        "bad-name", at: token.innerStart,
        "the name \(VisibleText.quoted(text(of: token))) contains white space")
    } else if isDotted(token), name.count > 1 {
      let dot = UInt8(ascii: ".")
      if name.first == dot || name.last == dot
        || zip(name, name.dropFirst()).contains(where: { $0 == dot && $1 == dot })
      {
        problems.add(
          "bad-name", at: token.innerStart,
          "the name \(VisibleText.quoted(text(of: token))) has an empty part",
          help: ["put a dot between two names, or write '.' alone for the current item"])
      }
    }
  }

  private func isDotted(_ token: TemplateToken) -> Bool {
    switch token.kind {
    case .partial, .parent: token.isDynamic
    case .block: false
    default: true
    }
  }

  /// Stores the token's name in a node.
  mutating func name(_ node: inout Node, by token: TemplateToken, _ vocabulary: inout Vocabulary) {
    guard isDotted(token) else {
      node.nameIndex = nameIndex(of: text(of: token))
      return
    }
    node.first = Int32(truncatingIfNeeded: path.count)
    let name = source[token.innerStart..<token.innerEnd]
    for part in name.split(separator: UInt8(ascii: ".")) {
      path.append(vocabulary.intern(String(decoding: part, as: UTF8.self)))
    }
    node.count = Int32(truncatingIfNeeded: path.count) - node.first
  }

  private mutating func nameIndex(of name: String) -> Int32 {
    if let index = indices[name] { return index }
    let index = Int32(truncatingIfNeeded: names.count)
    names.append(name)
    indices[name] = index
    return index
  }
}
