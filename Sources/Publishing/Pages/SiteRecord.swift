package import Templating

/// A record of a site's page: values by name.
package final class SiteRecord: Scope {
  private let values: [String: Value]

  package init(_ values: [String: Value]) {
    self.values = values
  }

  package func value(_ name: Name, at index: Int) -> Value { values[name.text] ?? .missing }

  /// The names that a site's templates can use in addition to those of a report.
  package static let names = [
    "places", "name", "turns", "previous", "next", "staleAfter", "staleWords", "hasProjects",
    "projects", "subtitle", "changes", "sparkWords", "bars", "x", "y", "width", "height", "years",
    "months", "runs", "weekdays", "short", "weeks", "days", "isEmpty", "day", "list", "front",
    "first", "last", "error", "warning", "success",
    "other", "feed", "mark", "missing", "nameLength", "textLength",
    "links", "stopped", "severityWord", "id", "entries", "state", "states", "shownWords",
    "others", "moreOthers", "newText", "worseText", "fixedText",
    "isCurrent", "sections", "folders", "names", "moreWords",
    "digits", "units", "window", "runWords", "hasTests", "slowest", "compare", "commitURL",
    "causes", "place",
  ]
}

extension Value {
  static func site(_ values: [String: Value]) -> Value { .record(SiteRecord(values), 0) }

  static func sites(_ records: [[String: Value]]) -> Value {
    records.isEmpty ? .absent : .list(records.map(Value.site))
  }

  init(site text: String?) {
    if let text, !text.isEmpty { self = .text(text) } else { self = .absent }
  }
}
