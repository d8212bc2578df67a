internal import Diagnostics

// Search by bytes. The standard library compares characters: a quotation mark with a combining
// mark is one, so escaping would miss it. It also links in the regular expression engine. Each
// type has its own extension, because a generic one is not specialized in other modules.

extension String {
  package func contains(_ text: String) -> Bool { ByteSearch.offset(of: text, in: self) != nil }

  /// The first occurrence of a text; nil if it is absent or empty.
  package func firstRange(of text: String) -> Range<Index>? { self[...].firstRange(of: text) }

  /// Replaces each occurrence of `text`; an empty `text` changes nothing.
  package func replacing(_ text: String, with other: String) -> String {
    contains(text) ? parts(separatedBy: text).joined(separator: other) : self
  }

  /// Splits at each occurrence of `text` and keeps empty parts. An empty `text` splits nothing.
  package func parts(separatedBy text: String) -> [String] {
    withBytes { whole in text.withBytes { ByteSearch.parts(of: whole, separatedBy: $0) } }
  }
}

extension Substring {
  package func contains(_ text: String) -> Bool { ByteSearch.offset(of: text, in: self) != nil }

  /// The first occurrence of a text; nil if it is absent or empty.
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
