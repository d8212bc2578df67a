internal import Localization
package import Model
internal import Text

extension MessageMaker {
  /// A text without Jenkins' lines `[[ATTACHMENT|path]]`, and the paths in these lines.
  static func withoutAttachments(_ text: String) -> (text: String, paths: [String]) {
    guard text.contains("[[ATTACHMENT|") else { return (text, []) }
    var paths: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let line = line.drop(while: \.isWhitespace)
      guard line.hasPrefix("[[ATTACHMENT|"), let end = line.firstRange(of: "]]") else {
        return true
      }
      paths.append(String(line[..<end.lowerBound].dropFirst(13)))
      return false
    }
    return (lines.joined(separator: "\n"), paths)
  }

  /// Adds the links of a test. The first one becomes the message's link, the others actions.
  func attach(_ links: [Message.Link], to message: inout Message) {
    for link in links {
      let title = Self.shortened(link.title)
      if message.link == nil {
        message.link = Message.Link(title: title, url: link.url)
      } else {
        message.actions.append(Message.Action(title: title, url: link.url))
      }
    }
  }

  /// Adds links to a test's files. The first one becomes the message's link, the others become
  /// actions. Files without an address are listed in the details.
  func attach(_ attachments: [Message.Attachment], to message: inout Message) {
    var unlinked: [String] = []
    message.attachments = Array(attachments.prefix(Message.Attachment.mostOfMessage))
    for (index, attachment) in attachments.enumerated() {
      guard let path = attachment.path else { continue }
      guard let address = address(ofAttachment: path) else {
        unlinked.append(attachment.title ?? path)
        continue
      }
      if index < message.attachments.count { message.attachments[index].linked = address }
      let title = Self.shortened(attachment.name)
      if message.link == nil {
        message.link = Message.Link(title: title, url: address)
      } else {
        message.actions.append(Message.Action(title: title, url: address))
      }
    }
    guard !unlinked.isEmpty else { return }
    let list =
      context.options.locale.string(.attachmentsHeading) + "\n" + unlinked.joined(separator: "\n")
    message.details = (message.details.map { $0 + "\n\n" } ?? "") + (limited(list) ?? "")
  }

  /// The files that may be pictures to show. Those that can't be read are dropped later.
  package func attachments(_ paths: [String]) -> [Message.Attachment] {
    paths.prefix(Message.Attachment.mostOfMessage).map { Message.Attachment(path: $0) }
  }

  /// The address of a file that a report names: its web address, else its path from the root of the
  /// sources. A relative path begins in the folder of the report, else in the root.
  private func address(ofAttachment path: String) -> String? {
    let start = path.prefix(8).lowercased()
    if start.hasPrefix("https://") || start.hasPrefix("http://") {
      let isClean = path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      return isClean && !path.contains(Redactor.sign) ? path : nil
    }
    var candidates = [path]
    let first = path.prefix { $0 != "/" && $0 != "\\" }
    let isAbsolute =
      first.isEmpty || start.hasPrefix("file:") || (first.utf8.count == 2 && first.hasSuffix(":"))
    if !isAbsolute {
      // `javascript:` and other schemes.
      guard !first.contains(":") else { return nil }
      if let slash = context.path.lastIndex(of: "/") {
        candidates.insert(context.path[...slash] + path, at: 0)
      }
    }
    let inside = candidates.lazy.map(context.options.paths.path).first(where: SourcePaths.isInside)
    return inside.map { PercentEncoding.encoded(path: $0) }
  }
}

// MARK: Lengths

extension MessageMaker {
  private static let longestTitle = 1_000
  package static let longestPath = 4_096

  /// Shortens a text of one line if it is too long.
  package static func shortened(_ text: String, to limit: Int = longestTitle) -> String {
    guard text.utf8.count > limit else { return text }
    let bytes = Array(text.utf8.prefix(limit + 1))
    let end = bytes.indices.last { bytes[$0] & 0xC0 != 0x80 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// Cuts the middle out of a text if it is too long. A limit of 0 keeps everything.
  package func cut(_ text: String?, to limit: Int) -> String? {
    guard let text, limit > 0, text.utf8.count > limit else { return text }
    var excerpt = Excerpt(limit: limit, locale: context.options.locale)
    excerpt.append(text)
    return excerpt.text
  }

  /// Details of several parts, cut to four times the limit of one part; nil without details.
  package func limited(_ details: String?) -> String? {
    guard let details, !details.isEmpty else { return nil }
    return cut(details, to: min(context.options.detailsLimit, 1 << 32) * 4)
  }
}
