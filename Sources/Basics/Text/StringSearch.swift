internal import Diagnostics

// Searches by bytes. The standard library compares characters, to which a quotation mark and a combining mark
// behind it are one: it would leave that quotation mark unescaped. It would also add the engine of regular
// expressions to the program. For two types, since a generic extension is not specialized in other modules.

extension String {
  package func contains(_ text: String) -> Bool { ByteSearch.offset(of: text, in: self) != nil }

  /// The first occurrence of a text that is not empty.
  package func firstRange(of text: String) -> Range<Index>? { self[...].firstRange(of: text) }

  /// The text with another one in place of each occurrence of a text that is not empty.
  package func replacing(_ text: String, with other: String) -> String {
    contains(text) ? parts(separatedBy: text).joined(separator: other) : self
  }

  /// What is before, between and after the occurrences of a text; all of it for an empty one.
  package func parts(separatedBy text: String) -> [String] {
    withBytes { whole in text.withBytes { ByteSearch.parts(of: whole, separatedBy: $0) } }
  }
}

extension Substring {
  package func contains(_ text: String) -> Bool { ByteSearch.offset(of: text, in: self) != nil }

  /// The first occurrence of a text that is not empty.
  package func firstRange(of text: String) -> Range<Index>? {
    guard let offset = ByteSearch.offset(of: text, in: self), !text.isEmpty else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  package func replacing(_ text: String, with other: String) -> String {
    contains(text) ? parts(separatedBy: text).joined(separator: other) : String(self)
  }

  package func parts(separatedBy text: String) -> [String] {
    withBytes { whole in text.withBytes { ByteSearch.parts(of: whole, separatedBy: $0) } }
  }
}

extension ByteSearch {
  fileprivate static func offset(of text: String, in whole: some StringProtocol) -> Int? {
    whole.withBytes { whole in text.withBytes { first($0, in: whole, from: 0) } }
  }
}
