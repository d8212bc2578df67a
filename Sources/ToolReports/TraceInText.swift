internal import Text

/// The lines of the project's own code in a trace. In a chain of errors, the last error counts: it
/// caused the others, or occurred while another one was handled.
package struct TraceInText {
  package typealias Place = (path: String, line: Int)

  /// The place of the error: the innermost line.
  package let raised: Place
  /// The other lines, the outermost first.
  private var outer: [Place] = []
  /// The lines of the errors before the last one. A trace may omit lines that its cause shares.
  private var earlier: [Place] = []
  /// Whether paths begin with Java packages and are in no known folder.
  package private(set) var isOfPackages = false
  /// The path of the test's class up to its extension, if paths begin with packages.
  private var testClass: String?

  private static let mostLines = 5_000
  /// Python's lines between the errors of a chain.
  package static let handled = [
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
  ]
  /// The beginnings of lines before a cause: in Node, in Java, Rake, Vitest and PHPUnit, in Jest, in
  /// RSpec.
  private static let causes = ["[cause]:", "Caused by", "Cause:", "--- Caused by"]

  /// nil if the text has no place in the project's own code.
  ///
  /// - Parameter className: The class of the test.
  package init?(_ excerpt: Excerpt, className: String? = nil) {
    self.init(excerpt.isEmpty ? "" : excerpt.text, className: className)
  }

  package init?(_ text: String, className: String? = nil) {
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    if let java = JavaTrace(lines, className: className) {
      guard let last = java.places.last else { return nil }
      (raised, outer, isOfPackages) = (last, java.places.dropLast(), true)
      testClass = className.map { $0.prefix { $0 != "$" }.replacing(".", with: "/") + "." }
      return
    }
    if let place = PlaceInText.inTestFile(text) {
      raised = place
      return
    }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\"") }) else {
      return nil
    }
    var blocks = [Block()]
    var panicked: Place?
    let (mayPanic, mayBeRuby) = (text.contains("panicked at "), text.contains(".rb:"))
    for line in lines.suffix(Self.mostLines) {
      let words = line.drop {
        PlainText.isSpaceOrTab($0) || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#")
      }
      if Self.beginsError(words) || line.starts(with: "panic(".utf8)
        || mayBeRuby && Self.beginsRubyError(Substring(decoding: line, as: UTF8.self))
      {
        blocks.append(Block())
      }
      blocks[blocks.count - 1].addLine(line, words)
      if mayPanic, let place = Self.panic(in: Substring(decoding: line, as: UTF8.self)) {
        panicked = place
      }
    }
    // A cause may have no line in the project's own code.
    let last = blocks.lastIndex { !$0.places.isEmpty }
    let places = last.map { blocks[$0].places } ?? []
    guard let innermost = panicked ?? places.last ?? DotNetTrace.place(in: text) else { return nil }
    raised = innermost
    guard panicked == nil, let index = last else { return }
    outer = Array(places.dropLast())
    earlier = blocks[..<index].flatMap(\.places)
  }

  private static let beginnings = (handled + causes).map { Array($0.utf8) }

  /// Whether a line is between the errors of a chain.
  private static func beginsError(_ words: ArraySlice<UInt8>) -> Bool {
    guard let first = words.first else { return false }
    return beginnings.contains { $0.first == first && words.starts(with: $0) }
  }

  /// Whether a line is the first one of an error as Ruby prints it:
  /// `lib/shop.rb:9:in 'Shop#pay': no money (Shop::Error)`. A cause has such a line, too.
  private static func beginsRubyError(_ line: Substring) -> Bool {
    guard let mark = line.firstRange(of: ":in "), line.utf8.first.map({ $0 > 0x20 }) ?? false
    else { return false }
    let rest = line[mark.upperBound...]
    return PlaceInText.isOfRuby(line[..<mark.upperBound])
      && (rest.hasPrefix("'") || rest.hasPrefix("`")) && rest.contains("': ") && rest.hasSuffix(")")
  }

  /// The place of the error, if the test's own file led there. If both have the same root, the path
  /// is relative to this root.
  ///
  /// - Parameter file: The file of the test as its report names it.
  package func raised(in file: String) -> (place: Place, test: Place)? {
    let file = Self.plain(file)
    for place in outer + [raised] + earlier {
      let path = Self.plain(place.path)
      if path == file { return ((raised.path, raised.line), (file, place.line)) }
      if isOfPackages, file.hasSuffix("/" + path) {
        return ((raised.path == path ? file : raised.path, raised.line), (file, place.line))
      }
      guard path.hasSuffix("/" + file) else { continue }
      let root = path.dropLast(file.utf8.count)
      let inner = Self.plain(raised.path)
      let shown = inner.hasPrefix(root) ? String(inner.dropFirst(root.count)) : raised.path
      return ((shown, raised.line), (file, place.line))
    }
    return nil
  }

  /// The line of the test that led to the error, if it differs from the place of the error.
  package var test: Place? {
    if let testClass,
      let place = (outer + [raised]).first(where: { $0.path.hasPrefix(testClass) })
    {
      return place.path == raised.path && place.line == raised.line ? nil : place
    }
    return (outer + earlier).first { place in
      let path = place.path.lowercased()
      return (path.contains("test") || path.contains("spec"))
        && (place.path != raised.path || place.line != raised.line)
    }
  }

  /// The place of a panic in Rust.
  private static func panic(in line: Substring) -> Place? {
    guard let mark = line.firstRange(of: "panicked at ") else { return nil }
    return PlaceInText.own(in: Array(line[mark.upperBound...].utf8)[...])
  }

  private static func plain(_ path: String) -> String {
    let path = path.replacing("\\", with: "/")
    return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  /// The places of one error.
  private struct Block {
    /// The places in the order of the text.
    private var frames: [Place] = []
    /// The places of Python. The innermost one is the last.
    private var python: [Place] = []

    /// The places, the outermost first.
    var places: [Place] { python.isEmpty ? frames.reversed() : python }

    /// - Parameter words: The line without its indent.
    mutating func addLine(_ line: ArraySlice<UInt8>, _ words: ArraySlice<UInt8>) {
      if words.starts(with: "File \"".utf8) {
        if let place = Self.python(words.dropFirst(6)), PlaceInText.isOwn(place.path) {
          python.append(place)
        }
        return
      }
      // pytest marks its text about the error, which may quote other places.
      guard !line.starts(with: "E   ".utf8), let place = PlaceInText.own(in: line) else { return }
      if place.path.hasSuffix(".py"), line.starts(with: (place.path + ":").utf8) {
        python.append(place)
      } else {
        frames.append(place)
      }
    }

    /// `tests/test_a.py", line 4, in test_a`
    private static func python(_ bytes: ArraySlice<UInt8>) -> Place? {
      let rest = Substring(decoding: bytes, as: UTF8.self)
      guard let end = rest.firstRange(of: "\", line "),
        let number = Int(rest[end.upperBound...].prefix { $0.isASCII && $0.isNumber })
      else { return nil }
      return (String(rest[..<end.lowerBound]), number)
    }
  }
}
