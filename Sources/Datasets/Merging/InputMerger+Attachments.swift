internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Reads the files that messages name; all inputs must be read before. An unreadable file of a
  /// dataset is a warning. A tool's report may name files of another machine, which are dropped;
  /// secrets are hidden in its texts.
  package mutating func readAttachments() {
    var room = AttachmentFolders.mostBytes
    var known: [String: AttachmentFolders.Finding] = [:]
    var before: AttachmentFolders?
    var redactor = redactor
    for input in inputs {
      guard let folders = input.attachments else { continue }
      if folders != before { known = [:] }
      before = folders
      var tooLarge: [(path: String, file: String?)] = []
      for index in input.messages where !dataset.messages[index].rest.isEmpty {
        let file = dataset.location(dataset.messages[index].source).file
        func find(_ path: String) -> AttachmentFolders.Finding {
          if let finding = known[path] { return finding }
          var finding = folders.find(path, room: room)
          switch finding {
          case .file(let found):
            room -= found.bytes.count
            if input.isImported { finding = .file(redacted(found, by: &redactor)) }
          case .tooLarge:
            if input.isImported { tooLarge.append((path, file)) }
          case .missing, .outside: break
          }
          known[path] = finding
          return finding
        }
        for number in dataset.messages[index].attachments.indices {
          guard let path = dataset.messages[index].attachments[number].path else {
            // A picture embedded in the report.
            room -= dataset.messages[index].attachments[number].file?.bytes.count ?? 0
            if room < 0 { dataset.messages[index].attachments[number].file = nil }
            continue
          }
          let finding = find(path)
          if case .file(let file) = finding {
            dataset.messages[index].attachments[number].file = file
          } else if !input.isImported {
            warn(finding, path, at: dataset.messages[index].source)
          }
        }
        if input.isImported, !dataset.messages[index].attachments.isEmpty {
          dataset.messages[index].attachments.removeAll { $0.file == nil }
        }
        // A step keeps all its files, because no link leads to them elsewhere.
        for step in dataset.messages[index].steps.indices {
          dataset.messages[index].steps[step].forEach { step in
            for number in step.attachments.indices {
              guard let path = step.attachments[number].path else { continue }
              if case .file(let file) = find(path) { step.attachments[number].file = file }
            }
          }
        }
      }
      if let first = tooLarge.first { note(first.path, others: tooLarge.count - 1, in: first.file) }
    }
  }

  /// The file with a sign in place of each secret, if it is a text.
  private mutating func redacted(_ file: AttachedFile, by redactor: inout Redactor) -> AttachedFile
  {
    guard file.kind == .text || file.kind == .markup else { return file }
    let before = redactor.count
    guard let bytes = redactor.redactedLines(file.bytes) else { return file }
    redactions += redactor.count - before
    return AttachedFile(path: file.path, bytes: bytes)
  }

  private mutating func note(_ path: String, others: Int, in file: String?) {
    let more = others == 0 ? "" : " and \(others) other\(others == 1 ? "" : "s")"
    log.add(
      Diagnostic(
        .note, "unread-attachment",
        "the attachment \(VisibleText.quoted(path))\(more) is too large or can't be read",
        at: file.map { SourceLocation(file: $0) },
        help: [
          "one file may have \(AttachmentFolders.largestFile >> 20) MB, all together "
            + "\(AttachmentFolders.mostBytes >> 20) MB"
        ]))
  }

  private mutating func warn(
    _ finding: AttachmentFolders.Finding, _ path: String, at mark: SourceMark
  ) {
    let location = dataset.location(mark)
    let reason =
      switch finding {
      case .missing: "is no file"
      case .outside: "is not below the folder of the input or a '--root'"
      case .tooLarge, .file: "is too large or can't be read"
      }
    log.add(.warning, in: location.file) {
      Diagnostic(
        .warning, "unread-attachment", "the attachment \(VisibleText.quoted(path)) \(reason)",
        at: location,
        help: ["its name is shown; a path begins in the folder of the input or in '--root DIR'"])
    }
  }
}
