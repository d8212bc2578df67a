import Localization
import Templating

/// Parts of the navigation of all pages.
extension RunLabels {
  typealias Turn = (name: String, url: String)

  func turns(
    _ keys: (previous: StringKey, next: StringKey), _ previous: Turn?, _ next: Turn?
  ) -> [String: Value] {
    func turn(_ other: Turn?, _ word: StringKey) -> Value {
      guard let other else { return .absent }
      return .site([
        "url": .address(other.url), "name": .text(other.name), "text": .text(locale.string(word)),
      ])
    }
    let hasTurns = previous != nil || next != nil
    let turns: [String: Value] = [
      "previous": turn(previous, keys.previous), "next": turn(next, keys.next),
    ]
    return [
      "turns": hasTurns ? .site(turns) : .absent, "staleAfter": .absent,
    ]
  }

  func crumb(_ name: String, _ url: String?) -> [String: Value] {
    ["name": .text(name), "url": url.map { .address($0) } ?? .absent]
  }
}
