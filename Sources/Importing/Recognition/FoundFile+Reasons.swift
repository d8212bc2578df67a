internal import Basics

extension FoundFile {
  /// Sentences about files that are not read, and what to do about them, for tests of their translations.
  package static var reasons: [String] {
    let seen = [
      LookAlike.containers, LookAlike.xmlReports, LookAlike.xml, LookAlike.jsonReports,
      LookAlike.json, LookAlike.text,
    ].joined()
    let refusals: [InputStream.Refusal] = [
      .unreadable(code: 5), .encoding("UTF-32"), .damagedGzip, .tooLong,
    ]
    return seen.flatMap { [$0.title, $0.help].compactMap(\.self) }
      + [LookAlike.unread, LookAlike.unreadXML, LookAlike.unreadJSON]
      + refusals.flatMap { [$0.summary] + $0.help } + InputFormat.all.map(\.title)
  }
}
