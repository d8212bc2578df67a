import Files
import Rendering
import Serving
import Text

/// The page as a preview serves it: with a script that reloads it, and a policy that lets only this
/// script run and connect to its own server. The file stays unchanged.
enum PreviewPage {
  /// - Parameter version: The version that the script compares with the server's.
  static func served(_ page: [UInt8], version: String) -> [UInt8] {
    guard let script else { return page }
    return inserting(script, version, in: allowing(script, in: page))
  }

  /// Serves a page file; only its beginning and its end are in memory.
  static func served(_ file: PositionedFile, version: String) throws(FileError) -> HTTPBody {
    guard file.size > headSize + tailSize, let script else {
      return HTTPBody(served(try file.bytes(in: 0..<file.size), version: version))
    }
    let middle = headSize..<file.size - tailSize
    var body = HTTPBody(allowing(script, in: try file.bytes(in: 0..<middle.lowerBound)))
    body.append(file, middle)
    let tail = try file.bytes(in: middle.upperBound..<file.size)
    body.append(inserting(script, version, in: tail))
    return body
  }

  private static var script: String? { AssetStore().file("Assets/preview/reload.js")?.text }

  /// A page has its policy near the beginning and the end of its body near the end, whatever its
  /// length.
  private static let headSize = 64 << 10
  private static let tailSize = 4 << 10

  /// A page, or the end of one, with the script before the end of its body.
  private static func inserting(_ script: String, _ version: String, in page: [UInt8]) -> [UInt8] {
    var page = page
    let element = "<script data-version=\"\(version)\">\(script)</script>\n"
    let tail = max(0, page.count - tailSize)
    let place = range(of: "</body>", in: page[tail...])?.lowerBound ?? page.count
    page.insert(contentsOf: Array(element.utf8), at: place)
    return page
  }

  /// The page to serve before the first page is rendered.
  static func empty(version: String) -> [UInt8] {
    served(
      Array((AssetStore().file("Assets/preview/empty.html")?.text ?? "").utf8), version: version)
  }

  /// The page, or its beginning, with a policy that allows the script. A page without a policy is
  /// unchanged.
  private static func allowing(_ script: String, in page: [UInt8]) -> [UInt8] {
    let hash = "'sha256-\(Base64.encode(SHA256.digest(of: script)))'"
    let head = page.prefix(headSize)
    guard let name = range(of: "http-equiv=\"Content-Security-Policy\"", in: head),
      let start = range(of: "content=\"", in: head[name.upperBound...]),
      let end = head[start.upperBound...].firstIndex(of: UInt8(ascii: "\"")),
      let written = String(validating: head[start.upperBound..<end], as: UTF8.self)
    else { return page }
    let quoted = written.replacing("&#39;", with: "'").replacing("&apos;", with: "'")
    var policy = Policy(quoted)
    policy.allow("script-src", hash)
    policy.allow("connect-src", "'self'")
    var page = page
    page.replaceSubrange(start.upperBound..<end, with: Array(policy.text.utf8))
    return page
  }

  private static func range(of word: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - word.count)
    where bytes[start] == word[0] && bytes[start...].starts(with: word) {
      return start..<(start + word.count)
    }
    return nil
  }
}

/// A content security policy: directives, each with its sources.
private struct Policy {
  private var directives: [[String]]

  init(_ text: String) {
    directives = text.split(separator: ";").map { directive in
      directive.split(whereSeparator: \.isWhitespace).map(String.init)
    }.filter { !$0.isEmpty }
  }

  var text: String { directives.map { $0.joined(separator: " ") }.joined(separator: "; ") }

  /// Adds a source to a directive. A new directive begins with the sources of `default-src`.
  mutating func allow(_ name: String, _ source: String) {
    let known = directives.firstIndex { $0[0].lowercased() == name }
    let usual = directives.first { $0[0].lowercased() == "default-src" }
    if known == nil, usual == nil { return }
    var sources = (known.map { directives[$0] } ?? usual ?? []).dropFirst().filter {
      $0.lowercased() != "'none'"
    }
    // With a digest, a browser would no longer allow all scripts.
    let allowsAll =
      sources.contains("'unsafe-inline'")
      && !sources.contains { $0.hasPrefix("'sha") || $0.hasPrefix("'nonce") }
    if !allowsAll || !source.hasPrefix("'sha") { sources.append(source) }
    if let known {
      directives[known] = [name] + sources
    } else {
      directives.append([name] + sources)
    }
  }
}
