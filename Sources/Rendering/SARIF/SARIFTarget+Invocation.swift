import Composing
import JSON
import Localization
import Model

/// The invocation, so that an incomplete report without results does not look clean.
extension SARIFTarget {
  private struct Notification {
    var id: String
    var level: String
    var text: String
  }

  func writeInvocation(_ writer: inout JSONWriter) {
    writer.key("invocations")
    writer.array { writer in
      writer.object { writer in
        writer.member("executionSuccessful", report.verdict.isClear)
        writer.member("exitCodeDescription", report.run?.reason)
        let notifications = notifications
        if !notifications.isEmpty {
          writer.key("toolExecutionNotifications")
          writer.array { writer in for item in notifications { write(item, &writer) } }
        }
        writeProperties(&writer) { writer in
          writer.member("status", report.run?.status?.rawValue ?? "unknown")
        }
      }
    }
  }

  private func write(_ notification: Notification, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("descriptor")
      writer.object { $0.member("id", "tidemark/" + notification.id) }
      writer.member("level", notification.level)
      Self.write(text: notification.text, as: "message", &writer)
    }
  }

  /// What the results do not show: the status of the run (`run`), and the parts that are missing
  /// (`gap`).
  private var notifications: [Notification] {
    var notifications: [Notification] = []
    func add(_ id: String, _ text: String, level: String = "error") {
      notifications.append(Notification(id: id, level: level, text: text))
    }
    if !report.verdict.isClear {
      if report.run?.status == nil { add("run", "Nothing states that the run completed.") }
      if let headline = report.run?.headline, report.run?.isAlarming == true {
        add("run", [headline, report.run?.reason].compactMap { $0 }.joined(separator: ": "))
      }
      for gaps in report.gaps {
        for item in gaps.items { add("gap", "\(item.title): \(item.text)") }
        if gaps.more > 0 { add("gap", gaps.text) }
      }
      if report.lacksTests { add("gap", report.locale.string(.noTestsRun)) }
      if let unseen = report.comparison?.unseen, unseen > 0 {
        add("gap", report.locale.count(.unseen, unseen))
      }
      if let note = report.scopeNote, notifications.isEmpty { add("gap", note) }
      if notifications.isEmpty { add("gap", report.verdict.text) }
    }
    if report.verdict.shown < report.verdict.total, let note = report.filterNote {
      add("gap", PhraseValue.unmarked(note), level: "note")
    }
    return notifications
  }
}
