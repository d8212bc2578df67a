import Templating
import Text

/// The `<style>` and `<script>` elements that a user's shell has besides those of the page, as
/// sources of a content security policy: `'sha256-…'`.
struct ShellElements {
  private(set) var styles: [String] = []
  private(set) var scripts: [String] = []

  init() {}

  /// Finds the elements in the shell as it is rendered, because sections may hold them and a block
  /// may indent them.
  init(of shell: PageShell, in library: TemplateLibrary, stack: [Value]) {
    guard let index = library.index(of: PageShell.name) else { return }
    var sink = ByteSink()
    var ignored = TemplateFindings()
    Renderer(library: library, escaper: PageEscaper()).render(
      index, stack: stack + [.record(Outline(shell), 0)], to: &sink, findings: &ignored)
    styles = Self.contents(of: "style", to: "</style", in: sink.bytes)
    scripts = Self.contents(of: "script", to: "</script", in: sink.bytes)
  }

  /// The policy's sources for all elements of this name with content of the author. No value can
  /// hold such an element, because values are escaped.
  private static func contents(
    of name: String, to end: StaticString, in page: [UInt8]
  ) -> [String] {
    let page = String(decoding: page, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let bytes = Array(page.utf8)
    let folded = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    var sources: [String] = []
    var place = 0
    while let start = folded[place...].firstIndex(of: UInt8(ascii: "<")) {
      if folded[start...].starts(with: "<!--".utf8) {
        place = ByteSearch.first("-->", in: folded, from: start) ?? bytes.count
        continue
      }
      // A quoted attribute may contain any of these words.
      let tag = endOfTag(at: start, in: folded)
      place = tag
      guard folded[(start + 1)...].starts(with: name.utf8),
        let next = folded[(start + 1)...].dropFirst(name.utf8.count).first,
        " \t\n\u{c}/>".utf8.contains(next)
      else { continue }
      place = ByteSearch.first(end, in: folded, from: tag) ?? bytes.count
      let content = String(decoding: bytes[min(tag + 1, place)..<place], as: UTF8.self)
      if !content.isEmpty, content != Outline.mark {
        sources.append(PieceDigest.policySource(of: [content]))
      }
    }
    return sources
  }

  /// The index of the '>' that ends a tag; the end of the text without one. A '<' without a name
  /// begins no tag.
  private static func endOfTag(at start: Int, in bytes: [UInt8]) -> Int {
    guard let first = bytes[(start + 1)...].first, (0x61...0x7A).contains(first) || first == 0x2F
    else { return start + 1 }
    var quote: UInt8?
    for index in (start + 1)..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
      case UInt8(ascii: ">") where quote == nil: return index
      default: break
      }
    }
    return bytes.count
  }

  /// A shell with a mark for its style and its script.
  private final class Outline: Scope {
    static let mark = "\u{1}"
    private let shell: PageShell

    init(_ shell: PageShell) {
      self.shell = shell
    }

    func value(_ name: Name, at index: Int) -> Value {
      switch Field(name) {
      case .styles: .finished(Self.mark)
      case .script:
        shell.value(name, at: index).isTrue ? .finished(Self.mark) : .absent
      // Rendered apart, and without such elements.
      case .icons, .policy, .content, .above, .below: .absent
      default: shell.value(name, at: index)
      }
    }
  }
}
