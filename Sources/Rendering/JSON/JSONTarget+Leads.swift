import Composing
import JSON
import Model
import Time

extension JSONTarget {
  /// The number of the listed cause of each failure, from 1.
  static func leadNumbers(of report: Report) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for (index, lead) in report.leads.causes.enumerated() {
      for item in lead.items { numbers[item] = index + 1 }
    }
    return numbers
  }

  /// Writes the causes that several failed tests have in common. Their failures refer to them by
  /// number.
  func writeLeads(_ writer: inout JSONWriter) {
    let leads = report.leads
    if leads.causes.isEmpty { return }
    writer.key("leads")
    writer.object { writer in
      writer.key("items")
      writer.array { writer in
        for (index, lead) in leads.causes.enumerated() {
          writer.object { write(lead, number: index + 1, &$0) }
        }
      }
      writer.member("others", leads.others)
    }
  }

  private func write(_ lead: Report.Lead, number: Int, _ writer: inout JSONWriter) {
    writer.member("lead", number)
    writer.member("count", lead.items.count)
    writer.member("cause", lead.cause)
    writer.member("advice", lead.advice)
    if let location = lead.location {
      writer.key("location")
      writer.object { writePlace(location, base: report.messages[lead.first].base, &$0) }
    }
    writer.member("owner", report.owner(of: lead.items))
    if !report.changes.isEmpty { writer.member("new", lead.new) }
    let oldest = lead.oldest.flatMap { histories.history(of: $0) }
    writer.member("since", oldest?.since.machineTime)
    writer.member("name", lead.name)
    writer.member("otherTests", lead.otherTests)
    if let suspects = lead.suspects { write(suspects, &writer) }
  }
}
