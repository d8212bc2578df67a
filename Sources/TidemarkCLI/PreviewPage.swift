import Basics
import Rendering

/// The copy of a page that a preview serves: with a script that loads it again, and a policy that lets
/// this one script run and ask its own server. The page itself stays as it is.
enum PreviewPage {
  /// - Parameter version: What the script compares with the server's.
  static func served(_ page: [UInt8], version: String) -> [UInt8] {
    guard let script = AssetStore().file("Assets/preview/reload.js")?.text else { return page }
    let hash = "'sha256-\(Base64.encode(SHA256.digest(of: script)))'"
    var served = allowing(hash, in: page)
    let element = "<script data-version=\"\(version)\">\(script)</script>\n"
    // The end of a page is near its end, however long it is.
    let tail = max(0, served.count - 4_096)
    let place = range(of: "</body>", in: served[tail...])?.lowerBound ?? served.count
    served.insert(contentsOf: Array(element.utf8), at: place)
    return served
  }

  /// What is served while there is no page.
  static func empty(version: String) -> [UInt8] {
    served(
      Array((AssetStore().file("Assets/preview/empty.html")?.text ?? "").utf8), version: version)
  }

  /// The page with the script allowed by its policy, if it has one.
  private static func allowing(_ hash: String, in page: [UInt8]) -> [UInt8] {
    let head = page.prefix(64 << 10)
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

  /// Adds a source to a directive; without one, what holds for all others begins it.
  mutating func allow(_ name: String, _ source: String) {
    let known = directives.firstIndex { $0[0].lowercased() == name }
    let usual = directives.first { $0[0].lowercased() == "default-src" }
    if known == nil, usual == nil { return }
    var sources = (known.map { directives[$0] } ?? usual ?? []).dropFirst().filter {
      $0.lowercased() != "'none'"
    }
    // With a digest, a browser would no longer allow every script.
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
