import Composing
import Diagnostics
import Files
import Localization
import Model
import Rendering
import Templating
import Text

extension ProjectPages {
  /// Stages all pages and files except the runs' reports, in an order in which no link is ever
  /// dead: a page comes after the pages that it links to.
  ///
  /// - Parameter touched: The runs with a changed neighbour or a changed run in their strip.
  func stage(touched: [PublishedRun]) throws(FileError) {
    let staging = history.staging
    var done: Set<String> = []
    for run in touched where done.insert(run.id).inserted {
      let file = history.files.path(run.id, "index.html")
      if var page = staging.read(file),
        PageFrame.replace(.above, of: &page, with: trail(of: run))
      {
        // A template may omit the strip.
        _ = PageFrame.replace(.recent, of: &page, with: recent(of: run))
        try staging.write(page, to: file)
      }
    }
    let overview = overview
    for month in months {
      let runs = history.runs(in: month)
      if runs.isEmpty { continue }
      try staging.write(
        overview.month(month, runs), to: history.path("archive/\(month).html"))
    }
    try history.stage()
    try staging.write(overview.archive(), to: history.path("archive/index.html"))
    guard let latest = history.latest else { return }
    try staging.write(badge(latest), to: history.path("badge.svg"))
    if let feed = overview.feed() {
      try staging.write(feed, to: history.path("feed.xml"))
    }
    try staging.write(
      LatestFile(history, latest, options).bytes, to: history.path("latest.json"), .index)
    if let page = staging.read(history.files.path(latest.id, "index.html")),
      let current = latestPage(latest, from: page, overview, trend: overview.trend())
    {
      try staging.write(current, to: history.path("index.html"))
    }
  }

  /// The changed months, then their neighbours, which link to them.
  var months: [String] {
    let all = history.index.months.map(\.name)
    let changed = history.changedMonths.sorted()
    return changed
      + changed.flatMap { month in
        [all.last { $0 < month }, all.first { $0 > month }].compactMap { $0 }
      }.filter { !changed.contains($0) }
  }

  /// The verdict as a small picture for other sites.
  private func badge(_ latest: PublishedRun) -> String {
    let whole =
      latest.isMissing
      ? labels.urgencyWord(latest)
      : latest.total == 0 || latest.isPartial
        ? latest.text
        : labels.locale.list(
          Urgency.allCases.reversed().compactMap { urgency in
            latest.counts[urgency].map { labels.locale.count(urgency.countKey, $0) }
          }.prefix(2).map { $0 })
    // A reason may be long; the page shows it whole.
    let shown = VisibleText.of(PhraseValue.unmarked(whole))
    let text = shown.count > 48 ? shown.prefix(47) + "…" : shown
    let (nameLength, textLength) = (Self.pixels(history.name), Self.pixels(text))
    let (left, right) = (nameLength + 12, textLength + 12)
    return site.part(
      "badge",
      .site([
        "name": .text(history.name), "text": .text(text), "width": .number(left + right),
        "first": .number(left), "last": .number(right), "x": .number(left / 2),
        "nameLength": .number(nameLength), "textLength": .number(textLength),
        "y": .number(left + right / 2), "urgency": .text(latest.urgency.rawValue),
        "error": .flag(latest.urgency == .error), "warning": .flag(latest.urgency == .warning),
        "success": .flag(latest.urgency == .success),
        "other": .flag(latest.urgency < .success),
      ]))
  }

  /// The approximate width of a text in Verdana at 11 px. The picture sets this width, so that the
  /// words fit into their boxes in any other font.
  private static func pixels(_ text: String) -> Int {
    let tenths = text.reduce(0) { sum, character in
      switch character {
      case "i", "j", "l", "I", " ", ".", ",", ":", "'", "|": sum + 38
      case "f", "r", "t", "-", "(", ")", "/": sum + 45
      case "m", "w", "M", "W", "@", "%": sum + 98
      case "A"..."Z": sum + 74
      case "\u{590}"..."\u{8FF}": sum + TextWidth.columns(of: character) * 54
      default: sum + TextWidth.columns(of: character) * 66
      }
    }
    return (tenths + 9) / 10
  }
}
