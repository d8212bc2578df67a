import Composing
import JSON
import Markup
import Model
import Text
import Time

extension JSONTarget {
  func write(_ index: Int, group: Int? = nil, _ writer: inout JSONWriter) {
    let change = index < report.changes.count ? report.changes[index] : nil
    let fingerprint = index < report.fingerprints.count ? report.fingerprints[index] : nil
    write(
      report.messages[index], change: change, group: group, lead: leadNumbers[index],
      fingerprint: fingerprint,
      history: histories.history(of: index), note: report.knownNotes[index], at: index,
      origin: report.origins[index]?.rawValue, &writer)
  }

  func write(
    _ message: Message, change: Report.Change?, group: Int? = nil, lead: Int? = nil,
    fingerprint: Fingerprint? = nil,
    history: MessageHistory? = nil, note: Report.KnownNote? = nil, at index: Int? = nil,
    origin: String? = nil, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("id", message.id)
      writer.member("kind", message.kind.rawValue)
      writer.member("urgency", message.urgency.rawValue)
      writer.member("category", message.category)
      writer.member("group", group)
      writer.member("lead", lead)
      writer.member("change", change?.rawValue)
      writer.member("origin", origin)
      if let index { writer.member("diff", report.diffPlaces[index]?.rawValue) }
      writer.member("fingerprint", fingerprint?.short)
      write(history, &writer)
      write(note, &writer)
      if let index { writeSuspects(of: index, &writer) }
      if index != nil { writeEnvironments(of: message, &writer) }
      writer.member("title", message.title)
      writer.member("text", message.text, as: message.textFormat)
      writer.member("details", message.details, as: message.detailsFormat)
      for field in MessageField.inJSON { writer.member(field, of: message) }
      writer.member("time", message.time.map { saying.machineTime($0) })
      write("location", message.location, of: message, change, &writer)
      write("testLocation", message.testLocation, of: message, change, &writer)
      writeLink(message.link, base: message.base, &writer)
      writeActions(message.orderedActions, base: message.base, &writer)
      writeAttachments(message.attachments, base: message.base, &writer)
      write(message.steps, base: message.base, &writer)
      writeProgress(message, &writer)
      writePersistence(message.shownPersistence, &writer)
      writer.member(message.properties)
    }
  }

  /// An address resolved against a base other than the report's; otherwise as given.
  func resolved(_ address: String?, base: String?) -> String? {
    guard let address, let base else { return address }
    return Links.resolve(address, base: base) ?? address
  }

  /// Writes the history of a message: the first of the consecutive runs that have it, their number,
  /// and its presence in each of the last runs, the oldest first, null if a run did not look for
  /// it. Also writes the last run that had a returning or unseen message.
  func write(_ history: MessageHistory?, _ writer: inout JSONWriter) {
    guard let history else { return }
    writer.key("history")
    writer.object { writer in
      writer.member("since", history.since.machineTime)
      writer.member("runs", history.runs)
      writer.member("comesAndGoes", history.isFlaky)
      if history.isFlaky { writer.member("rate", (history.rate * 1_000).rounded() / 1_000) }
      if history.isBack { writer.member("isBack", true) }
      writer.member("lastSeen", history.lastSeen?.machineTime)
      writer.key("presence")
      writer.array { writer in
        for state in history.states {
          if state == .notRun { writer.null() } else { writer.value(state == .there) }
        }
      }
    }
  }

  func writePlace(_ location: Message.Location, base: String?, _ writer: inout JSONWriter) {
    writer.member("file", location.file)
    writer.member("line", location.line)
    writer.member("column", location.column)
    writer.member("url", resolved(location.url, base: base))
  }

  private func write(
    _ name: String, _ location: Message.Location?, of message: Message, _ change: Report.Change?,
    _ writer: inout JSONWriter
  ) {
    guard let location else { return }
    writer.key(name)
    writer.object { writer in
      writePlace(location, base: message.base, &writer)
      // A past message refers to other sources.
      if report.showsSource, let context = location.context,
        !context.lines.isEmpty, !(change?.isPast ?? false)
      {
        writeList("context", context.lines, &writer)
      }
    }
  }

  private func writeLink(_ link: Message.Link?, base: String?, _ writer: inout JSONWriter) {
    guard let link else { return }
    writer.key("link")
    writer.object { writer in
      writer.member("title", link.title)
      writer.member("url", resolved(link.url, base: base))
    }
  }

  /// Writes the actions in display order (see "Destructive actions of a sheet").
  private func writeActions(
    _ actions: [Message.Action], base: String?, _ writer: inout JSONWriter
  ) {
    if actions.isEmpty { return }
    writer.key("actions")
    writer.array { writer in
      for action in actions {
        writer.object { writer in
          writer.member("title", action.title)
          writer.member("url", resolved(action.url, base: base))
          writer.member("role", action.role.rawValue)
        }
      }
    }
  }

  private func writeAttachments(
    _ attachments: [Message.Attachment], base: String?, _ writer: inout JSONWriter
  ) {
    if attachments.isEmpty { return }
    writer.key("attachments")
    writer.array { writer in
      for attachment in attachments {
        writer.object { writer in
          writer.member("title", attachment.name)
          writer.member("path", attachment.path)
          writer.member("url", resolved(attachment.url, base: base))
          writer.member("type", attachment.type)
          writer.member("role", attachment.role)
        }
      }
    }
  }

  private func write(_ steps: [Message.Step], base: String?, _ writer: inout JSONWriter) {
    if steps.isEmpty { return }
    writer.key("steps")
    writer.array { writer in
      for step in steps {
        writer.object { writer in
          writer.member("title", step.title)
          writer.member("status", step.status.rawValue)
          writer.member("seconds", step.seconds)
          if !step.parameters.isEmpty {
            writer.key("parameters")
            writer.array { writer in
              for parameter in step.parameters {
                writer.object { writer in
                  writer.member("name", parameter.name)
                  writer.member("value", parameter.value)
                }
              }
            }
          }
          writer.member("message", step.message)
          writeAttachments(step.attachments, base: base, &writer)
          write(step.children, base: base, &writer)
        }
      }
    }
  }

  /// Writes the progress, without `percent` if the total is unknown.
  private func writeProgress(_ message: Message, _ writer: inout JSONWriter) {
    guard message.kind == .progress, let progress = message.progress else { return }
    writer.key("progress")
    writer.object { writer in
      writer.member("done", progress.done)
      writer.member("of", progress.of)
      writer.member("percent", progress.percent)
    }
  }

  /// Writes the persistence unless it is the default (see "Dismissible and timed banners").
  private func writePersistence(_ persistence: Message.Persistence, _ writer: inout JSONWriter) {
    switch persistence {
    case .persistent: break
    case .dismissible: writer.member("persistence", "dismissible")
    case .timed(let seconds):
      writer.member("persistence", "timed")
      writer.member("seconds", seconds)
    }
  }
}
