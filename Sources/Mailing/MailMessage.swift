internal import Text
package import Time

/// A mail as data. `bytes` is its serialized form for a mail server.
///
/// Boundaries and message id are derived from the content, so the same report makes the same mail.
package struct MailMessage: Sendable {
  package struct Attachment: Sendable {
    package var name: String
    /// `text/html`.
    package var type: String
    package var bytes: [UInt8]

    package init(name: String, type: String, bytes: [UInt8]) {
      self.name = name
      self.type = type
      self.bytes = bytes
    }
  }

  package var from: Mailbox
  package var to: [Mailbox]
  package var cc: [Mailbox] = []
  /// Recipients that only the sending program reads.
  package var bcc: [Mailbox] = []
  package var replyTo: [Mailbox] = []
  package var subject = ""
  package var date: Instant
  package var zone: TimeZoneRules
  /// The thread of all runs' mails; mail programs show it as one conversation.
  package var thread: String?
  /// The project, for the list headers.
  package var project: String?
  /// `mailto:` or `https:` addresses that unsubscribe the reader.
  package var unsubscribe: [String] = []
  /// The bodies, in UTF-8.
  package var text: [UInt8] = []
  package var html: [UInt8] = []
  /// Pictures that the HTML shows, by `cid:` and their id.
  package var pictures: [Picture] = []
  package var attachments: [Attachment] = []

  package struct Picture: Sendable {
    package var id: String
    package var content: Attachment

    package init(id: String, _ content: Attachment) {
      (self.id, self.content) = (id, content)
    }
  }

  package init(from: Mailbox, to: [Mailbox], date: Instant, zone: TimeZoneRules) {
    self.from = from
    self.to = to
    self.date = date
    self.zone = zone
  }

  /// The message in ASCII, with CRLF line ends.
  package var bytes: [UInt8] { bytes(namingHidden: false) }

  /// The message for the sending program, which reads the recipients and removes the hidden ones.
  package var bytesToSend: [UInt8] { bytes(namingHidden: true) }

  private func bytes(namingHidden: Bool) -> [UInt8] {
    let (mainFields, restFields) = fields
    var header = ByteSink()
    for field in mainFields + restFields { field.write(to: &header) }
    let digest = digest(header.bytes)
    let size = (html.count + text.count) * 2
    var sink = ByteSink(
      reserving: (attachments + pictures.map(\.content)).reduce(size + 8_192) {
        $0 + TransferEncoding.base64Length($1.bytes.count) + 1_024
      })
    for field in mainFields { field.write(to: &sink) }
    // Not part of the digest: a copy of a sent message has the same id.
    if namingHidden, !bcc.isEmpty { HeaderField("Bcc", bcc).write(to: &sink) }
    HeaderField("Message-ID", "<\(digest.prefix(32)).tidemark@\(from.domain)>").write(to: &sink)
    for field in restFields { field.write(to: &sink) }
    HeaderField("MIME-Version", "1.0").write(to: &sink)

    guard !attachments.isEmpty else {
      writeBodies(digest, to: &sink)
      return sink.bytes
    }
    let mixed = Multipart("mixed", digest)
    mixed.writeHeader(to: &sink)
    mixed.begin(&sink)
    writeBodies(digest, to: &sink)
    for attachment in attachments {
      mixed.begin(&sink)
      attachment.write(to: &sink)
    }
    mixed.end(&sink)
    return sink.bytes
  }

  private func writeBodies(_ digest: String, to sink: inout ByteSink) {
    let alternative = Multipart("alternative", digest)
    alternative.writeHeader(to: &sink)
    alternative.begin(&sink)
    write(text, "text/plain", to: &sink)
    alternative.begin(&sink)
    if pictures.isEmpty {
      write(html, "text/html", to: &sink)
    } else {
      let related = Multipart("related", digest, root: "text/html")
      related.writeHeader(to: &sink)
      related.begin(&sink)
      write(html, "text/html", to: &sink)
      for picture in pictures {
        related.begin(&sink)
        picture.content.write(id: picture.id, to: &sink)
      }
      related.end(&sink)
    }
    alternative.end(&sink)
  }

  private func write(_ body: [UInt8], _ type: String, to sink: inout ByteSink) {
    let (encoding, encoded) = TransferEncoding.encode(text: body)
    HeaderField("Content-Type", "\(type); charset=utf-8").write(to: &sink)
    HeaderField("Content-Transfer-Encoding", encoding.rawValue).write(to: &sink)
    sink.write("\r\n" as StaticString)
    sink.bytes += encoded
    // The line end before a boundary belongs to the boundary; the text has its own.
    if encoding == .quotedPrintable { sink.write("\r\n" as StaticString) }
  }

  /// The header fields before and after the message id.
  private var fields: ([HeaderField], [HeaderField]) {
    var main = [
      HeaderField("Date", MailDate.text(date, in: zone)), HeaderField("From", [from]),
    ]
    if !replyTo.isEmpty { main.append(HeaderField("Reply-To", replyTo)) }
    main.append(HeaderField("To", to))
    if !cc.isEmpty { main.append(HeaderField("Cc", cc)) }
    main.append(HeaderField("Subject", text: subject))
    var rest: [HeaderField] = []
    if let root {
      rest += [HeaderField("In-Reply-To", root), HeaderField("References", root)]
    }
    if let list { rest.append(list) }
    if !unsubscribe.isEmpty {
      let addresses = unsubscribe.map { "<\($0)>" }.joined(separator: ", ")
      rest.append(HeaderField("List-Unsubscribe", addresses))
      if unsubscribe.contains(where: { $0.hasPrefix("https:") }) {
        rest.append(HeaderField("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
      }
    }
    rest.append(HeaderField("Auto-Submitted", "auto-generated"))
    rest.append(HeaderField("X-Auto-Response-Suppress", "OOF, AutoReply"))
    rest.append(HeaderField("Precedence", "bulk"))
    return (main, rest)
  }

  /// The id of a message that was never sent. All mails of the thread refer to it, from any
  /// sender. Its domain can't exist, so no sender owns it.
  private var root: String? {
    guard let thread else { return nil }
    let digest = Self.hex(SHA256.digest(of: "tidemark thread\0\(thread)"))
    return "<\(digest.prefix(32)).thread@tidemark.invalid>"
  }

  /// The `List-Id` field, which mail filters use to recognize a project's mails: a name, and an id
  /// in the form of a domain.
  private var list: HeaderField? {
    guard let project, !project.isEmpty else { return nil }
    var label = ""
    for byte in project.utf8 {
      let isWord = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      label += isWord ? String(UnicodeScalar(byte)).lowercased() : "-"
    }
    label = label.split(separator: "-").joined(separator: "-")
    let isWhole = project.utf8.allSatisfy { $0 < 0x80 } && !label.isEmpty && label.utf8.count <= 40
    if !isWhole {
      let digest = Self.hex(SHA256.digest(of: project)).prefix(8)
      label = (label.prefix(30) + "-" + digest).split(separator: "-").joined(separator: "-")
    }
    let id = HeaderToken.word("<\(label).\(from.domain)>")
    let name = Mailbox(name: project, local: "", domain: "").tokens(
      firstLength: HeaderField.encodedLimit - "List-Id: ".utf8.count)
    return HeaderField("List-Id", name.dropLast() + [id])
  }

  /// A digest that differs for different messages.
  private func digest(_ header: [UInt8]) -> String {
    var hash = SHA256()
    func add(_ bytes: [UInt8]) {
      hash.update("\(bytes.count)\0")
      hash.update(bytes)
    }
    add(header)
    add(text)
    add(html)
    for attachment in pictures.map(\.content) + attachments {
      add(Array(attachment.name.utf8))
      add(attachment.bytes)
    }
    return Self.hex(hash.digest())
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    var sink = ByteSink(reserving: bytes.count * 2)
    for byte in bytes { sink.write(hexOf: byte) }
    return sink.string.lowercased()
  }
}

/// A multipart body. Its boundary begins with "=_", which can't occur in either transfer encoding.
private struct Multipart {
  private let type: String
  private let boundary: String
  /// The type of the first part, which the others belong to.
  private let root: String?

  init(_ type: String, _ digest: String, root: String? = nil) {
    (self.type, self.root) = (type, root)
    boundary = "=_\(type)-\(digest.suffix(24))"
  }

  func writeHeader(to sink: inout ByteSink) {
    let first = root.map { "type=\"\($0)\"; " } ?? ""
    HeaderField("Content-Type", "multipart/\(type); \(first)boundary=\"\(boundary)\"").write(
      to: &sink)
    sink.write("\r\n" as StaticString)
  }

  func begin(_ sink: inout ByteSink) { sink.write("--\(boundary)\r\n") }

  func end(_ sink: inout ByteSink) { sink.write("--\(boundary)--\r\n") }
}

extension MailMessage.Attachment {
  /// - Parameter id: The id of a picture that the HTML shows; nil for a file to save.
  func write(id: String? = nil, to sink: inout ByteSink) {
    let isText = type.hasPrefix("text/")
    HeaderField(
      "Content-Type",
      [.word(type + ";")] + (isText ? [.word("charset=utf-8;")] : [])
        + FileNameParameter.contentType(name)
    ).write(to: &sink)
    if let id { HeaderField("Content-ID", "<\(id)>").write(to: &sink) }
    HeaderField(
      "Content-Disposition",
      [.word(id == nil ? "attachment;" : "inline;")] + FileNameParameter.disposition(name)
    ).write(to: &sink)
    // Base64 keeps all bytes, including line ends.
    HeaderField("Content-Transfer-Encoding", TransferEncoding.base64.rawValue).write(to: &sink)
    sink.write("\r\n" as StaticString)
    TransferEncoding.writeBase64(bytes, to: &sink)
  }
}
