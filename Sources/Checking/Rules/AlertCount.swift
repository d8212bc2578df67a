import Diagnostics
import Model

extension Guideline {
  static let alertCount = Guideline(
    id: "many-alerts", title: "Alerts are rare: at most three",
    reason:
      "An alert comes before everything else and opens by itself. If there are many, people close "
      + "them unread, including the important one.",
    remedy: "make the less critical ones messages",
    bad: alerts(4), good: alerts(1)
  ) { dataset in
    let alerts = dataset.messages.filter { $0.kind == .alert }
    guard alerts.count > 3 else { return [] }
    return [Finding("\(alerts.count) messages are alerts", at: alerts[3].source)]
  }

  private static func alerts(_ count: Int) -> String {
    let lines = ["db", "cache", "queue", "mail"].enumerated().map { index, name in
      """
        { "urgency": "error",\(index < count ? #" "kind": "alert","# : "") "title": "The disk of \(name)1 is full",
          "link": { "title": "Disks", "url": "https://hosts.example/\(name)1/disks" } }
      """
    }
    return "{ \"version\": 1, \"messages\": [\n" + lines.joined(separator: ",\n") + "\n] }"
  }
}
