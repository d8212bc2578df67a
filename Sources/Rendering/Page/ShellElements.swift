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
    styles = Self.contents(of: "style", in: sink.bytes)
    scripts = Self.contents(of: "script", in: sink.bytes)
  }

  /// The policy's sources for all elements of this name with content of the author. No value can
  /// hold such an element, because values are escaped.
  private static func contents(of name: String, in page: [UInt8]) -> [String] {
    let page = String(decoding: page, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let folded = Array(page.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let bytes = Array(page.utf8)
    var sources: [String] = []
    var place = 0
    while let start = bytes.firstIndex(of: "<" + name, in: folded, from: place) {
      guard let tag = folded[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
      let end = bytes.firstIndex(of: "</" + name, in: folded, from: tag) ?? bytes.count
      let content = String(decoding: bytes[(tag + 1)..<end], as: UTF8.self)
      if !content.isEmpty, content != Outline.mark {
        sources.append(PieceDigest.policySource(of: [content]))
      }
      place = end
    }
    return sources
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

extension [UInt8] {
  /// The first place of a word at or after an index.
  fileprivate func firstIndex(of word: String, in folded: [UInt8], from start: Int) -> Int? {
    let word = Array(word.utf8)
    guard folded.count >= word.count, start <= folded.count - word.count else { return nil }
    return (start...(folded.count - word.count)).first { place in
      folded[place..<(place + word.count)].elementsEqual(word)
    }
  }
}
