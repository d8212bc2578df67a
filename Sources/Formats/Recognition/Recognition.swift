internal import Diagnostics
internal import Files
package import Inputs
internal import JSON

/// The format of an input, recognized by its content, or the reason for a refusal.
package enum Recognition {
  case format(InputFormat)
  /// An input that can't be read, with the id, the summary and the help of the diagnostic.
  case refused(id: String, String, help: [String])

  package init(
    _ stream: InputStream, as asked: InputFormat?, _ formats: InputFormats = InputFormats()
  ) {
    if let refusal = stream.refusal {
      self = .refused(id: refusal.id, refusal.summary, help: refusal.help)
      return
    }
    if InputHead.isBlank(stream.head), asked?.mayBeEmpty != true {
      self = .refused(
        id: "empty-input", "the file is empty",
        help: [
          "the job that writes it may have crashed; '--missing REASON' reports a run without data",
          "if it is the log of a compiler or linter that found nothing, name it as 'lines:FILE'; a "
            + "journal as 'journald:FILE', other logs as 'jsonl:FILE'",
        ])
      return
    }
    if let asked {
      self = .format(asked)
      return
    }
    let (format, head) = InputFormat.recognizing(stream, formats)
    self = format.map { .format($0) } ?? Self.unknown(head)
  }

  private static func unknown(_ head: InputHead) -> Recognition {
    let seen = LookAlike(head)
    var help: [String] = []
    if let seen { help.append("it looks like \(seen.title)") }
    if let seen {
      if let itsHelp = seen.help { help.append(itsHelp) }
    } else {
      help += [
        "if it has the lines of a compiler, a linter or a build, name it as 'lines:FILE'",
        LookAlike.proposal,
      ]
    }
    help.append(
      "'FORMAT:FILE' says what it is, and 'tidemark render --from list' lists the formats")
    return .refused(
      id: "unknown-format",
      "no format is recognized; the first line is \(VisibleText.quoted(head.firstLine))", help: help
    )
  }
}

extension InputFormat {
  /// The format that recognizes a text. Reads more of the text if that may change the result.
  static func recognizing(
    _ stream: InputStream, _ formats: InputFormats
  ) -> (format: InputFormat?, head: InputHead) {
    var head = InputHead(stream.head)
    for size in InputStream.headSizes.dropFirst() {
      // A text that is certainly a dataset is not checked for other formats.
      if InputFormat.dataset.isCertain(head) { return (.dataset, head) }
      // What may be one needs more of the text, and reading all format files takes time.
      let mayBeDataset = InputFormat.dataset.recognizes(head)
      let isCertain =
        !mayBeDataset && formats.recognizingByMarks(head)?.isCertain(head) ?? false
      if isCertain || !head.isCut || stream.isWhole || stream.refusal != nil { break }
      stream.extendHead(to: size)
      head = InputHead(stream.head)
    }
    if InputFormat.dataset.isCertain(head) { return (.dataset, head) }
    return (formats.recognizing(head), head)
  }
}

extension InputStream.Refusal {
  package var id: String {
    switch self {
    case .unreadable: "unreadable-file"
    case .encoding: "wrong-encoding"
    case .damagedGzip: "damaged-gzip"
    case .tooLong: "input-too-long"
    }
  }

  package var summary: String {
    switch self {
    case .unreadable(let code):
      "the file can't be read: \(FileError(.read, "", code: Int32(clamping: code)).reason)"
    case .encoding(let name): "the file's encoding \(VisibleText.quoted(name)) is not read"
    case .damagedGzip: "the gzip file is damaged or cut off"
    case .tooLong: "the file is too long when it is unpacked"
    }
  }

  package var help: [String] {
    switch self {
    case .unreadable, .tooLong: []
    case .encoding: ["save it as UTF-8"]
    case .damagedGzip: ["'gzip -t FILE' checks it; write it again or copy it again"]
    }
  }
}
