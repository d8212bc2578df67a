import Rendering
import Templating

/// The fields of runs, projects and bars in lists.
enum SiteField: String, CaseIterable {
  case url, urgency, urgencyWord, time, machineTime, text, headline, news, changes, missing, mark
  case stopped, severityWord, count
  /// A field of the runs in a strip.
  case isCurrent
  /// Fields of the entries of a feed.
  case id, title
  /// Fields of projects.
  case name, subtitle, state, newText, worseText, fixedText, bars, sparkWords, staleAfter
  case staleWords
  /// Fields of bars.
  case x, y, height

  /// The field of a name; nil for any other name.
  init?(_ name: Name) {
    guard name.id < Self.inOrder.count, let field = Self.inOrder[name.id] else { return nil }
    self = field
  }

  /// The fields, indexed by the ids of their names.
  private static let inOrder: [SiteField?] = {
    let fields = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    return SiteVocabulary.names(with: SiteRecord.names).map { fields[$0] }
  }()
}
