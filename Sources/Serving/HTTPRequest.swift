import Text

/// The relevant parts of a request: method, path and host.
package struct HTTPRequest: Sendable, Hashable {
  package enum Method: String, Sendable, Hashable {
    case get = "GET"
    case head = "HEAD"
  }

  package var method: Method
  /// The decoded names of the path; the last one is empty for a folder.
  package var path: [String]

  /// The size limit of a request's head.
  static let mostBytes = 16 << 10

  /// The reason for refusing a request.
  enum Refusal: Error, Hashable {
    case malformed, unknownMethod, wrongHost, otherSite, noSuchPath
  }

  /// Parses the head of a request.
  ///
  /// - Parameter port: The port of the server. The request's host must include it, so that another
  ///   site with a name for this machine cannot read a report (DNS rebinding).
  init(_ head: ArraySlice<UInt8>, port: UInt16) throws(Refusal) {
    var lines: [Substring] = []
    for line in head.split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let text = String(validating: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      else { throw .malformed }
      lines.append(text[...])
    }
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw .malformed
    }
    guard let method = Method(rawValue: String(words[0])) else { throw .unknownMethod }
    self.method = method
    try Self.check(try Self.fields(lines.dropFirst()), port)
    path = try Self.names(in: words[1])
  }

  private static func fields(
    _ lines: ArraySlice<Substring>
  ) throws(Refusal) -> [String: Substring] {
    let read: Set<String> = [
      "host", "origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
    ]
    var fields: [String: Substring] = [:]
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line.first?.isWhitespace == false
      else { throw .malformed }
      let name = line[..<colon].lowercased()
      guard read.contains(name) else { continue }
      guard fields[name] == nil else { throw .malformed }
      var value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      while value.last?.isWhitespace == true { value.removeLast() }
      fields[name] = Substring(value.lowercased())
    }
    return fields
  }

  /// Refuses requests to other hosts, and cross-site requests.
  private static func check(_ fields: [String: Substring], _ port: UInt16) throws(Refusal) {
    guard let host = fields["host"] else { throw .malformed }
    let names = ["127.0.0.1", "localhost"]
    // Browsers omit the default port.
    let hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    guard hosts.contains(where: { host == $0 }) else { throw .wrongHost }
    if let origin = fields["origin"], !hosts.contains(where: { origin == "http://\($0)" }) {
      throw .otherSite
    }
    // A link on another page may lead here, but its scripts and images may not.
    let site = fields["sec-fetch-site"] ?? "none"
    let opensPage =
      fields["sec-fetch-mode"] == "navigate" && fields["sec-fetch-dest"] ?? "document" == "document"
    guard opensPage || site == "none" || site == "same-origin" else { throw .otherSite }
  }

  /// The names of a path. Hidden names, `.` and `..` are not served.
  private static func names(in target: Substring) throws(Refusal) -> [String] {
    guard target.first == "/" else { throw .malformed }
    let path = target.dropFirst().prefix { $0 != "?" && $0 != "#" }
    var names: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      let bytes = PercentEncoding.decoded(part.utf8)
      guard let name = String(validating: bytes, as: UTF8.self) else { throw .malformed }
      let isHidden = name.hasPrefix(".") && !(names.isEmpty && name == ownFolder)
      guard !isHidden, !bytes.contains(where: { $0 == 0 || $0 == 0x2F || $0 == 0x5C }) else {
        throw .noSuchPath
      }
      names.append(name)
    }
    guard names.dropLast().allSatisfy({ !$0.isEmpty }) else { throw .noSuchPath }
    return names
  }

  /// The folder of the server's own responses; no file is served from it.
  package static let ownFolder = ".tidemark"
}
