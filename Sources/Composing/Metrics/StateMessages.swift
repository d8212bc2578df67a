import Model
import Text

extension Dataset {
  /// The messages for the rows of tables that name a bad state (see "Tables of states").
  func stateMessages() -> [Message] {
    var found: [(name: String, message: Message)] = []
    forEachTable { table, owner in
      // The author of a warning has judged its table.
      guard owner.map({ $0.urgency < .warning }) ?? true,
        let column = StateColumn(header: table.header, rows: table.rows)
      else { return }
      for row in table.rows where row.indices.contains(column.state) {
        guard let urgency = StateColumn.urgency(of: row[column.state]), urgency >= .warning
        else { continue }
        let name = row.indices.contains(column.name) ? row[column.name] : ""
        let message = Self.message(of: row, named: name, table.header, column, urgency, owner)
        found.append((name.lowercased(), message))
      }
    }
    if found.isEmpty { return [] }
    // A job may have a message about the row itself.
    var told: [String: Urgency] = [:]
    for message in messages {
      let title = message.title.lowercased()
      let name = title.firstRange(of: ": ").map { String(title[..<$0.lowerBound]) } ?? title
      for key in [title, name] { told[key] = max(told[key] ?? .neutral, message.urgency) }
    }
    return found.compactMap { name, message in
      told[name] ?? .neutral < message.urgency ? message : nil
    }
  }

  private static func message(
    of row: [String], named name: String, _ header: [String], _ column: StateColumn,
    _ urgency: Urgency, _ owner: Message?
  ) -> Message {
    let others = row.indices.compactMap { index in
      index == column.name || index == column.state || row[index].isEmpty
        ? nil : "\(header[index]): \(row[index])"
    }
    var message = Message(
      urgency: urgency, category: owner?.category,
      title: (name.isEmpty ? header[column.state] : name) + ": " + row[column.state],
      text: others.isEmpty ? nil : others.joined(separator: "\n"),
      fingerprint: Message.fingerprint(ofState: "\(header[column.state]): \(name)"),
      source: owner?.source ?? SourceMark())
    message.textFormat = .plain
    return message
  }
}
