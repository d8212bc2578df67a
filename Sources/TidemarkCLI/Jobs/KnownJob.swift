import Composing
import Datasets
import Diagnostics
import Files
import Model
import Time

/// Adds an entry to the file of known issues, with a lock against other processes.
struct KnownJob {
  let path: String
  let found: FoundMessages
  let host: ProcessEnvironment
  /// The entry without its conditions.
  let entry: KnownEntry

  /// The seconds to wait for another process.
  private static let lockTimeout = 60
  private static let ruleClusters = 120

  func accept(_ position: Int, _ log: inout DiagnosticLog) -> ExitStatus {
    let message = found.messages[position]
    return change(&log) { known, log in
      if let (old, refusal) = known.entry(
        for: message, found.fingerprints[position], on: found.date)
      {
        log.add(Self.isKnown(old, refusal))
        return (nil, refusal == nil ? .done : .usage)
      }
      var entry = entry
      entry.conditions = [condition(of: position, count: nil)]
      let place = message.location.map { " (\(VisibleText.of($0.text)))" } ?? ""
      return (
        (
          entry,
          "added \(VisibleText.quoted(message.title))\(place), known as \(message.urgency.rawValue)"
            + (entry.until.map { " until \($0.machineTime)" } ?? "")
        ),
        .done
      )
    }
  }

  func acceptAll(_ log: inout DiagnosticLog) -> ExitStatus {
    change(&log) { known, log in
      var counts: [Fingerprint: (position: Int, count: Int)] = [:]
      var total = 0
      for (position, message) in found.messages.enumerated() where message.canBeFixed {
        let fingerprint = found.fingerprints[position]
        if let (_, refusal) = known.entry(for: message, fingerprint, on: found.date),
          refusal == nil
        {
          continue
        }
        total += 1
        guard let (other, count) = counts[fingerprint] else {
          counts[fingerprint] = (position, 1)
          continue
        }
        let isHigher = found.messages[other].urgency < message.urgency
        counts[fingerprint] = (isHigher ? position : other, count + 1)
      }
      guard total > 0 else {
        log.add(
          Diagnostic(
            .note, "nothing-to-accept", "there is nothing to accept",
            help: ["accepted are errors, warnings and information about a file, unless known"]))
        return (nil, .done)
      }
      var entry = entry
      entry.conditions = counts.values.map { condition(of: $0.position, count: $0.count) }
      entry.conditions.sort { left, right in
        (left.file ?? "", left.rule ?? "", left.fingerprint ?? "")
          < (right.file ?? "", right.rule ?? "", right.fingerprint ?? "")
      }
      let what = total == 1 ? "1 message" : "\(total) messages"
      return ((entry, "accepted \(what)"), .done)
    }
  }

  /// The condition of a message. Its rule and file are only for readers of the file.
  private func condition(of position: Int, count: Int?) -> KnownCondition {
    let message = found.messages[position]
    let rule = TextLimits.cut(message.rule, toClusters: Self.ruleClusters)
    return KnownCondition(
      fingerprint: found.fingerprints[position].short, rule: rule.isEmpty ? nil : rule,
      file: message.location.flatMap { $0.file.isEmpty ? nil : $0.file }, urgency: message.urgency,
      count: count)
  }

  private static func isKnown(_ old: KnownEntry, _ refusal: KnownIndex.Refusal?) -> Diagnostic {
    let reason = VisibleText.quoted(old.reason)
    switch refusal {
    case nil:
      return Diagnostic(
        .note, "known-already", "the message is known already, for the reason \(reason)",
        at: old.location)
    case .expired:
      return Diagnostic(
        .error, "known-already", "the message was known until \(old.until?.machineTime ?? "")",
        at: old.location, help: ["change the 'until' of this entry, or remove the entry"])
    case .worse:
      return Diagnostic(
        .error, "known-already", "the message is known as less urgent, for the reason \(reason)",
        at: old.location, help: ["change the 'urgency' of this entry, or remove the entry"])
    }
  }

  /// Reads the file, lets `body` choose the additions and the output, and replaces the file.
  private func change(
    _ log: inout DiagnosticLog,
    _ body: (KnownIndex, inout DiagnosticLog) -> ((KnownEntry, String)?, ExitStatus)
  ) -> ExitStatus {
    do throws(FileError) {
      let folder = Folder.parent(of: path) ?? "."
      try Folder.create(folder)
      guard let lock = try FileLock(ofFolder: folder, timeout: Self.lockTimeout) else {
        log.add(
          Diagnostic(
            .error, "file-busy", "another process writes to \(VisibleText.quoted(path))",
            help: ["run the command again later"]))
        return .output
      }
      defer { withExtendedLifetime(lock) {} }
      var text: [UInt8]?
      var entries: [KnownEntry] = []
      if SmallFile.exists(path) {
        let bytes = try InputFile.contents(of: path, limit: KnownFile.mostBytes)
        let problems: [Diagnostic]
        (entries, problems) = KnownFile.read(bytes, name: path)
        log.add(contentsOf: problems.filter { $0.id != "missing-known" })
        guard log.errorCount == 0 else { return .input }
        text = bytes
      }
      let (added, status) = body(KnownIndex(entries), &log)
      guard let (entry, said) = added else { return status }
      try OutputFile.write(KnownFile.adding(entry, to: text), to: path)
      return host.print("\(VisibleText.of(path)): \(said)\n") ? status : .output
    } catch {
      log.add(error.diagnostic)
      return .output
    }
  }
}
