import Text

/// Parses a page as strictly as this program promises to write it: no comments, every element
/// closed, every attribute in double quotes, every `<` and `&` of a value escaped, and one script
/// at the end of the body.
struct PageReader {
  struct Tag: Equatable {
    enum Kind { case start, end, empty }

    var kind: Kind
    var name: String
    var attributes: [(name: String, value: String)] = []

    subscript(attribute: String) -> String? {
      attributes.first { $0.name == attribute }?.value
    }

    static func == (left: Tag, right: Tag) -> Bool { left.line == right.line }

    /// The tag as a line, without attribute values that may differ.
    var line: String {
      if kind == .end { return "</\(name)>" }
      // A title that is written in the other direction says so.
      let list = attributes.filter { name != "h4" || $0.name != "dir" }.map { attribute in
        switch attribute.name {
        case "aria-label", "data-report", "title", "value": attribute.name
        case "href" where attribute.value.utf8.starts(with: "#icon-".utf8): "href=#icon-"
        default: "\(attribute.name)=\(attribute.value)"
        }
      }
      return "<\(([name] + list).joined(separator: " "))>"
    }
  }

  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  private static let voids: Set<String> = ["meta", "link", "br", "hr", "input"]

  private let bytes: [UInt8]
  private var index = 0
  private var open: [String] = []
  private(set) var tags: [Tag] = []
  /// The content of the page's script.
  private(set) var script: String?

  static func tags(of page: String) throws -> [Tag] { try PageReader(page).tags }

  init(_ page: String) throws {
    self.init(bytes: Array(page.utf8))
    try read()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func read() throws {
    guard consume("<!DOCTYPE html>") else { throw mistake("no document type") }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"): try tag()
      case UInt8(ascii: "&"): try reference()
      case UInt8(ascii: ">"): throw mistake("a bare >")
      default: index += 1
      }
    }
    guard open.isEmpty else { throw mistake("\(open) left open") }
  }

  private mutating func tag() throws {
    if consume("</") {
      let name = name()
      guard open.popLast() == name, consume(">") else { throw mistake("a stray </\(name)") }
      tags.append(Tag(kind: .end, name: name))
      return
    }
    index += 1
    var tag = Tag(kind: .start, name: name())
    guard !tag.name.isEmpty else { throw mistake("a bare <") }
    while consume(" ") || consume("\n ") || consume("\n") {
      let attribute = name()
      guard !attribute.isEmpty else { throw mistake("white space in <\(tag.name)") }
      guard tag[attribute] == nil else { throw mistake("\(attribute) twice in <\(tag.name)") }
      tag.attributes.append((attribute, consume("=") ? try value() : ""))
    }
    if consume("/>") {
      tag.kind = .empty
    } else if !consume(">") {
      throw mistake("<\(tag.name) doesn't end")
    }
    // Where a name may be broken is no structure.
    if tag.name == "wbr" { return }
    if Self.voids.contains(tag.name) { tag.kind = .empty }
    if open.contains("noscript") { try waits(tag) }
    if tag.kind == .start { open.append(tag.name) }
    tags.append(tag)
    if tag.name == "style" { try style() }
    if tag.name == "script" { try readScript(tag) }
  }

  /// With scripts, deferred content is read as text up to the first end tag.
  private func waits(_ tag: Tag) throws {
    guard !["noscript", "script", "style", "template"].contains(tag.name) else {
      throw mistake("a <\(tag.name)> that waits")
    }
  }

  /// The content of a style sheet is not markup and ends at the first end tag.
  private mutating func style() throws {
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    guard bytes[index...].starts(with: "</style>".utf8) else { throw mistake("< in style") }
  }

  /// The only script is in the body and ends at the first end tag.
  private mutating func readScript(_ tag: Tag) throws {
    guard script == nil, open == ["html", "body", "script"], tag.attributes.isEmpty else {
      throw mistake("a script that is not the page's own")
    }
    guard let end = ByteSearch.first("</script", in: bytes, from: index),
      bytes[end...].starts(with: "</script>".utf8)
    else { throw mistake("a script that doesn't end") }
    script = String(decoding: bytes[index..<end], as: UTF8.self)
    index = end
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private mutating func value() throws -> String {
    guard consume("\"") else { throw mistake("a value without quotes") }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): throw mistake("markup in a value")
      case UInt8(ascii: "&"): try reference()
      default: index += 1
      }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard consume("\"") else { throw mistake("a value doesn't end") }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  private mutating func reference() throws {
    guard consume("&amp;") || consume("&lt;") || consume("&gt;") || consume("&quot;") else {
      throw mistake("a bare &")
    }
  }

  private mutating func consume(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private func mistake(_ what: String) -> Mistake {
    let near = bytes[max(0, index - 120)..<min(bytes.count, index + 60)]
    return Mistake(description: "\(what), near: \(String(decoding: near, as: UTF8.self))")
  }
}
