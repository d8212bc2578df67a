import Basics

@testable import Mailing

/// The lines that a header field is folded into.
func lines(_ field: HeaderField) -> [String] {
  var sink = ByteSink()
  field.write(to: &sink)
  var lines = sink.string.components(separatedByLineEnd: "\r\n")
  lines.removeLast()
  return lines
}

func lines(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes, as: UTF8.self).components(separatedByLineEnd: "\r\n")
}

extension String {
  func components(separatedByLineEnd end: String) -> [String] {
    split(separator: end, omittingEmptySubsequences: false).map(String.init)
  }
}

let someone = Mailbox(name: nil, local: "a", domain: "example.org")
