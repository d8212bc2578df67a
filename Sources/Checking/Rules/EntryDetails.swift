import Diagnostics
import Model

extension Guideline {
  static let entryDetails = Guideline(
    id: "long-entry", title: "An entry of the timeline is a glance",
    reason:
      "A cell of the timeline shows two lines of title, three of description, two statuses and two "
      + "attributes, and the preview the title alone. The rest is cut.",
    remedy: "move the rest to 'details'",
    bad: """
      { "version": 1, "messages": [], "timeline": { "entries": [
        { "time": "2026-11-20", "title": "Code freeze",
          "attributes": ["3 open issues", "2 reviewers", "Branch release/7"] }
      ] } }
      """,
    good: """
      { "version": 1, "messages": [], "timeline": { "entries": [
        { "time": "2026-11-20", "title": "Code freeze", "attributes": ["3 open issues", "2 reviewers"],
          "details": "Branch release/7" }
      ] } }
      """
  ) { dataset in
    dataset.entries.flatMap { entry -> [Finding] in
      let name = VisibleText.quoted(entry.title)
      var found: [Finding] = []
      if Wording.lines(of: entry.title, columns: columns) > 2 {
        found.append(
          Finding("the title of entry \(name) takes more than two lines", at: entry.source))
      }
      if let description = entry.description,
        Wording.lines(of: description, columns: columns) > 3
      {
        found.append(
          Finding("the description of entry \(name) takes more than three lines", at: entry.source))
      }
      for (count, what) in [
        (entry.statuses.count, "statuses"), (entry.attributes.count, "attributes"),
      ] where count > 2 {
        found.append(
          Finding("entry \(name) has \(count) \(what), but reports show two", at: entry.source))
      }
      return found
    }
  }

  /// The width of a cell on a wide screen.
  private static let columns = 80
}
