internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Reads the files that messages name; all inputs must be read before. An unreadable file of a
  /// dataset is a warning. Of a tool's report only pictures are kept; other files remain links.
  package mutating func readAttachments() {
    var room = AttachmentFolders.mostBytes
    var known: [String: AttachmentFolders.Finding] = [:]
    var before: AttachmentFolders?
    for input in inputs {
      guard let folders = input.attachments else { continue }
      if folders != before { known = [:] }
      before = folders
      for index in input.messages where !dataset.messages[index].attachments.isEmpty {
        for number in dataset.messages[index].attachments.indices {
          guard let path = dataset.messages[index].attachments[number].path else {
            // A picture embedded in the report.
            room -= dataset.messages[index].attachments[number].file?.bytes.count ?? 0
            if room < 0 { dataset.messages[index].attachments[number].file = nil }
            continue
          }
          let finding = known[path] ?? folders.find(path, room: room)
          if known[path] == nil, case .file(let file) = finding { room -= file.bytes.count }
          known[path] = finding
          if case .file(let file) = finding, !input.isImported || file.image != nil {
            dataset.messages[index].attachments[number].file = file
          } else if !input.isImported {
            warn(finding, path, at: dataset.messages[index].source)
          }
        }
        if input.isImported {
          dataset.messages[index].attachments.removeAll { $0.file == nil }
        }
      }
    }
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
