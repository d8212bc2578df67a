import Testing

@testable import Rendering

/// Prepares a mail for tests: its tags by the strict reader of pages, without Outlook's comments
/// and character references.
enum MailReader {
  static func tags(of mail: String) throws -> [PageReader.Tag] {
    var text = mail.replacing(/<!--\[if mso\]>.*?<!\[endif\]-->/, with: "")
      .replacing(/&(#[0-9]+|nbsp|middot);/, with: " ")
    // Text of the other direction has its own element.
    while true {
      let next = text.replacing(/<span dir="auto">([^<]*)<\/span>/) { String($0.output.1) }
      if next == text { break }
      text = next
    }
    return try PageReader.tags(of: text)
  }

  /// The declarations of a style attribute or of a rule's body.
  static func declarations(_ style: some StringProtocol) -> [(property: String, value: String)] {
    style.split(separator: ";").map { piece in
      let parts = piece.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The content of `<style>`, without that for Outlook.
  static func sheet(of mail: String) throws -> String {
    let found = try #require(mail.firstMatch(of: /\n<style>([^<]*)<\/style>/))
    return String(found.1)
  }

  /// The visible text.
  static func words(of mail: String) -> String {
    guard let body = mail.firstRange(of: "</head>") else { return mail }
    return String(mail[body.upperBound...]).replacing(/<[^>]*>/, with: " ")
      .replacing(/&#([0-9]+);/) { match in
        UInt32(match.output.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
      }
      .replacing("&nbsp;", with: " ").replacing("&middot;", with: "\u{B7}")
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&").replacing(/[ \n]+/, with: " ")
  }
}
