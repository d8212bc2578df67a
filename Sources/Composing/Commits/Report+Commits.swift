package import Localization
package import Model
internal import Time

extension Report {
  /// The commits since the last report (see "Commits since the last report").
  package struct Commits: Sendable {
    /// The numbers of commits that a list shows: at first, and in all.
    package static let (named, most) = (5, 50)
    /// The number of commits that a message shows.
    package static let namedOfMessage = 3

    /// The newest first.
    package var items: [Commit] = []
    /// The commits that touched the files of a new failure, by the index of its message.
    package var suspects: [Int: Suspects] = [:]
    /// The same for the messages of one line of the list of news, by the index of the first one.
    package var suspectsOfAlike: [Int: Suspects] = [:]
    /// The template of their addresses.
    package var links = CommitLinks()
    /// The address of all their changes.
    package var changes: String?

    package init() {}
  }

  /// The commits that touched the files of failures.
  package struct Suspects: Sendable {
    /// The indices of the commits, the most likely first.
    package var commits: [Int]
    /// The names of the touched files.
    package var files: [String]

    /// "Commits that touched total.py"
    package func title(_ locale: Locale) -> String {
      let more = TextLimits.more(files.count - Self.namedFiles, locale)
      let names = files.prefix(Self.namedFiles).map { TextLimits.cut($0, toClusters: 60) }
      return locale.string(
        .commitsTouching, ["files": locale.list(names + [more].compactMap { $0 })])
    }

    private static let namedFiles = 2
  }

  /// Finds the commits since the last report, if a failure is new.
  mutating func setCommits(_ run: Dataset.Run?, _ context: Composer.Context) {
    guard !context.commits.isEmpty, !context.isFirstRun, let baseline = context.baseline,
      let news = comparison?.news.filter({ messages[$0].urgency >= .warning }), !news.isEmpty
    else { return }
    let time = (baseline.run?.started ?? baseline.namingTime).map(zone.instant(of:))
    commits.items = CommitRange(context.commits).commits(
      after: baseline.run?.commit, at: time, to: run?.commit)
    commits.links = run?.links ?? CommitLinks()
    commits.changes = commits.links.address(from: baseline.run?.commit, to: run?.commit)
    var search = SuspectSearch(messages, TouchedFiles(commits.items))
    for index in news { commits.suspects[index] = search.suspects(of: [index]) }
    for (first, alike) in comparison?.alikeNews ?? [:] {
      commits.suspectsOfAlike[first] = search.suspects(of: alike.items)
    }
    let isNews = Set(news)
    for index in leads.causes.indices {
      let items = leads.causes[index].items.filter { isNews.contains($0) }
      leads.causes[index].suspects = search.suspects(of: items)
    }
  }
}
