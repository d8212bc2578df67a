import Basics
import Model

/// The last nights as an Atom feed (RFC 4287). There is one where the site's address is known, since
/// its entries have to be found from elsewhere.
struct Feed {
  private static let length = 30

  let bytes: [UInt8]

  init?(history: ProjectHistory, words: RunLabels) {
    guard let base = history.index.address, let authority = history.index.authority else {
      return nil
    }
    let nights = history.last(Self.length)
    guard let latest = nights.last else { return nil }
    let place = base + history.name + "/"
    let tag = "tag:\(authority):\(history.name)"
    var writer = XMLWriter()
    writer.element(
      "feed", [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", words.locale.tag)]
    ) { feed in
      feed.leaf("id", tag)
      feed.leaf("title", history.title)
      feed.leaf("updated", latest.machineTime)
      feed.element("author") { $0.leaf("name", history.name) }
      feed.leaf("link", "", [("rel", "self"), ("href", place + "feed.xml")])
      feed.leaf("link", "", [("rel", "alternate"), ("type", "text/html"), ("href", place)])
      for night in nights.reversed() {
        feed.element("entry") { entry in
          entry.leaf("id", "\(tag)/\(night.id)")
          entry.leaf(
            "title",
            words.locale.string(
              .labelWithValue,
              ["label": words.urgencyWord(night), "value": words.time(night)]))
          entry.leaf("updated", night.machineTime)
          entry.leaf(
            "link", "",
            [
              ("rel", "alternate"), ("type", "text/html"),
              ("href", place + "runs/\(night.id)/index.html"),
            ])
          let parts = [night.text, words.changes(night) ?? ""].filter { !$0.isEmpty }
          entry.leaf("summary", parts.joined(separator: " · "))
        }
      }
    }
    bytes = writer.bytes
  }
}
