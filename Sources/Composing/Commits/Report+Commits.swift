package import Localization
package import Model
internal import Text
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
    let touched = TouchedFiles(commits.items)
    for index in news { commits.suspects[index] = suspects(of: [index], touched) }
    for (first, alike) in comparison?.alikeNews ?? [:] {
      commits.suspectsOfAlike[first] = suspects(of: alike.items, touched)
    }
    let isNews = Set(news)
    for index in leads.causes.indices {
      let items = leads.causes[index].items.filter { isNews.contains($0) }
      leads.causes[index].suspects = suspects(of: items, touched)
    }
  }

  /// The commits that touched the files of messages; nil for none. The more of the messages a commit
  /// may have caused, the more likely it is; of equal ones, the newest. No commit causes that a
  /// service is missing.
  private func suspects(of items: [Int], _ touched: TouchedFiles) -> Suspects? {
    var weights: [Int: Int] = [:]
    var files: [String] = []
    var known: [String: [Int]] = [:]
    for item in items where !messages[item].lacksService {
      for file in messages[item].files {
        let commits = known[file] ?? touched.commits(touching: file)
        if known[file] == nil, !commits.isEmpty {
          let name = String(TouchedFiles.name(of: file.replacing("\\", with: "/")))
          if !files.contains(name) { files.append(name) }
        }
        known[file] = commits
        for commit in commits { weights[commit, default: 0] += 1 }
      }
    }
    if weights.isEmpty { return nil }
    let commits = weights.sorted { left, right in
      left.value == right.value ? left.key < right.key : left.value > right.value
    }
    return Suspects(commits: commits.map(\.key), files: files)
  }
}

extension Message {
  /// The files in which the cause of its failure may be, the most likely first.
  fileprivate var files: [String] {
    let files = [location?.file, testLocation?.file].compactMap { $0 }
    return files.count == 2 && files[0] == files[1] ? [files[0]] : files
  }
}
