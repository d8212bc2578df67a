internal import Diagnostics
internal import Inputs
internal import Model
internal import ToolReports

extension InputMerger {
  /// Reads the files that messages name; all inputs must be read before. An unreadable file of a
  /// dataset is a warning. A tool's report may name files of another machine, which remain links.
  /// Secrets are hidden in texts.
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
            finding = .file(redacted(found, by: &redactor))
          case .tooLarge:
            if input.isImported { tooLarge.append((path, file)) }
          case .missing, .outside: break
          }
          known[path] = finding
          return finding
        }
        var absent: [Int] = []
        for number in dataset.messages[index].attachments.indices {
          guard let path = dataset.messages[index].attachments[number].path else {
            // A picture embedded in the report.
            room -= dataset.messages[index].attachments[number].file?.bytes.count ?? 0
            if room < 0 { absent.append(number) }
            continue
          }
          switch find(path) {
          case .file(let file):
            dataset.messages[index].attachments[number].file = file
            dataset.messages[index].removeLink(of: number)
          case .tooLarge where input.isImported: dataset.messages[index].removeLink(of: number)
          case let finding:
            if input.isImported {
              absent.append(number)
            } else {
              warn(finding, path, at: dataset.messages[index].source)
            }
          }
        }
        for number in absent.reversed() { dataset.messages[index].attachments.remove(at: number) }
        // A step keeps all its files, because no link leads to them elsewhere.
        var steps = dataset.messages[index].steps
        var unread: [(path: String, finding: AttachmentFolders.Finding)] = []
        for number in steps.indices {
          steps[number].change { step in
            for number in step.attachments.indices {
              guard let path = step.attachments[number].path else { continue }
              let finding = find(path)
              if case .file(let file) = finding {
                step.attachments[number].file = file
              } else if !input.isImported {
                unread.append((path, finding))
              }
            }
          }
        }
        if !steps.isEmpty { dataset.messages[index].steps = steps }
        for (path, finding) in unread { warn(finding, path, at: dataset.messages[index].source) }
      }
      if let first = tooLarge.first { note(first.path, others: tooLarge.count - 1, in: first.file) }
    }
  }

  /// The file without the secrets of its text. A text in another encoding becomes UTF-8.
  private mutating func redacted(_ file: AttachedFile, by redactor: inout Redactor) -> AttachedFile
  {
    var bytes = file.bytes
    switch file.kind {
    case .text, .markup: break
    case .other:
      guard let text = TextDecoder.text(of: file.bytes) else { return file }
      bytes = text
    case .image, .video, .archive: return file
    }
    let before = redactor.count
    let text = redactor.redactedLines(bytes) ?? bytes
    redactions += redactor.count - before
    return text == file.bytes ? file : AttachedFile(path: file.path, bytes: text)
  }

  private mutating func note(_ path: String, others: Int, in file: String?) {
    let more = others == 0 ? "" : " and \(others) other\(others == 1 ? "" : "s")"
    log.add(
      Diagnostic(
        .note, "unread-attachment",
        "the attachment \(VisibleText.quoted(path))\(more) \(others == 0 ? "is" : "are") too large "
          + "or can't be read",
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

extension Message {
  /// Removes its link or action to an attachment, which the page shows or names itself.
  fileprivate mutating func removeLink(of number: Int) {
    guard let address = attachments[number].linked else { return }
    attachments[number].linked = nil
    if link?.url == address {
      link = nil
    } else if let index = actions.firstIndex(where: { $0.url == address }) {
      actions.remove(at: index)
    }
  }
}
