import Basics
import Composing
import Model
import Rendering
import Templating

/// The pages of a site that has more projects than one page can list: the first page with those that
/// need a look and all folders of names, a page for each folder, and pages that list the changed and
/// the failing projects. None is larger than `longest`.
struct IndexPages {
  /// Up to this many projects are listed by one page: see `ProjectList`.
  static let most = 300
  /// The most bytes of a page.
  static let longest = 300_000
  /// The most bytes of the names that a page is searched by.
  static let longestNames = 110_000
  /// The projects that the first page shows of each state.
  private static let shown: [LatestFile.State: Int] = [.changed: 24, .failing: 8]

  enum Page {
    case first
    case folder(NameTree.Folder)
    /// A part of the projects in one state.
    case state(LatestFile.State, number: Int)

    /// The file. No project can have a name with a tilde.
    var file: String {
      switch self {
      case .first: "index.html"
      case .folder(let folder): "index~\(folder.prefix).html"
      case .state(let state, let number): "index~\(state.rawValue)~\(number).html"
      }
    }

    static func isFile(_ name: String) -> Bool {
      name.hasPrefix("index~") && name.hasSuffix(".html")
    }
  }

  /// In the order of the tree's names.
  private let projects: [LatestFile]
  private let tree: NameTree
  /// The changed and the failing projects, the most pressing first.
  private let pressing: [LatestFile.State: [LatestFile]]
  /// How many of each mark are in a state, as all its pages say it.
  private let tallies: [LatestFile.State: Value]
  private let labels: RunLabels

  private var locale: Locale { labels.locale }

  init(_ projects: [LatestFile], _ labels: RunLabels) {
    self.labels = labels
    tree = NameTree(projects.map(\.project))
    self.projects = tree.order.map { projects[$0] }
    pressing = Dictionary(grouping: projects.filter { $0.state != .quiet }, by: \.state)
      .mapValues { $0.sorted { $0.rank < $1.rank } }
    tallies = pressing.mapValues { labels.records($0.map { RunLabels.mark($0.run) }) }
  }

  // MARK: Which pages there are

  /// All pages in an order in which no link that can be followed from the first page is ever dead: the
  /// first page last.
  var pages: [Page] {
    var pages: [Page] = []
    func add(_ folder: NameTree.Folder) {
      for inner in folder.folders { add(inner) }
      // A project that is alone in its place needs no list.
      if folder.names.count > 1 { pages.append(.folder(folder)) }
    }
    for folder in tree.root.folders { add(folder) }
    for state in LatestFile.State.allCases {
      let count = pageCount(state)
      if count > 0 { pages += (1...count).reversed().map { .state(state, number: $0) } }
    }
    return pages + [.first]
  }

  private func pageCount(_ state: LatestFile.State) -> Int {
    let count = pressing[state]?.count ?? 0
    // The first page shows all of a few.
    guard count > Self.shown[state] ?? 0 else { return 0 }
    return (count + NameTree.most - 1) / NameTree.most
  }

  // MARK: What they say

  /// The name of a page's template and what it says.
  func content(of page: Page) -> (part: String, value: Value) {
    switch page {
    case .first:
      var record = about(projects[...], locale.string(.allProjects))
      record["sections"] = .sites(LatestFile.State.allCases.compactMap(section))
      record["names"] = names(of: projects[...])
      record["folders"] = folders(of: tree.root, named: locale.string(.allProjects))
      return ("index", .site(record))
    case .folder(let folder):
      let title = Self.title(of: folder)
      let projects = projects[folder.names]
      var record = about(projects, title).merging(trail([title])) { $1 }
      if folder.folders.isEmpty {
        record["sections"] = .sites([rows(projects.sorted { $0.rank < $1.rank })])
      } else {
        record["names"] = names(of: projects)
        record["folders"] = folders(of: folder)
      }
      return ("folder", .site(record))
    case .state(let state, let number):
      let listed = Array(
        (pressing[state] ?? []).dropFirst((number - 1) * NameTree.most).prefix(NameTree.most))
      let word = labels.word(for: state) ?? ""
      let last = pageCount(state)
      let count = locale.string(
        .progressOf, ["done": locale.number(number), "total": locale.number(last)])
      var record = about(listed[...], word)
      record.merge(trail([word] + (last > 1 ? [count] : []))) { $1 }
      record["text"] = .text(locale.count(.projects, pressing[state]?.count ?? 0))
      record["counts"] = tallies[state] ?? labels.records([])
      record["sections"] = .sites([rows(listed)])
      record["states"] = .absent
      record["turns"] = turns(state, number, last)
      return ("folder", .site(record))
    }
  }

  /// What every page says of the projects below it.
  private func about(_ projects: ArraySlice<LatestFile>, _ title: String) -> [String: Value] {
    [
      "title": .text(title), "text": .text(locale.count(.projects, projects.count)),
      "counts": labels.records(projects.map { RunLabels.mark($0.run) }),
      "states": labels.states(of: projects),
      // A script has numbers and no plural forms.
      "shownWords": .text(
        locale.string(.progressOf, ["done": "#", "total": locale.number(projects.count)])),
      "moreWords": .text(locale.string(.andMore, ["count": "#"])),
      "names": .absent, "sections": .absent, "folders": .absent,
    ]
  }

  private func names(of projects: ArraySlice<LatestFile>) -> Value {
    Value(site: ProjectNames(projects).text(within: Self.longestNames))
  }

  private func trail(_ names: [String]) -> [String: Value] {
    var places: [[String: Value]] = [
      ["name": .text(locale.string(.allProjects)), "url": .address("index.html")]
    ]
    places += names.map { ["name": .text($0), "url": .absent] }
    return [
      "places": .sites(places), "turns": .absent, "links": .absent, "feed": .absent,
      "staleAfter": .absent,
    ]
  }

  private func turns(_ state: LatestFile.State, _ number: Int, _ last: Int) -> Value {
    func turn(_ number: Int) -> Value {
      guard 1...last ~= number else { return .absent }
      return .site([
        "url": .address(Page.state(state, number: number).file),
        "name": .text(locale.number(number)), "text": Value(site: labels.word(for: state)),
      ])
    }
    return last > 1 ? .site(["previous": turn(number - 1), "next": turn(number + 1)]) : .absent
  }

  /// The most pressing projects of a state, with their trends, and the way to the others.
  private func section(_ state: LatestFile.State) -> [String: Value]? {
    guard let all = pressing[state], let word = labels.word(for: state) else { return nil }
    let shown = all.prefix(Self.shown[state] ?? 0)
    return [
      "name": .text(word), "count": .text(locale.number(all.count)),
      "projects": labels.rows(Array(shown), .limited),
      "moreOthers": Value(site: TextLimits.more(all.count - shown.count, locale)),
      "url": .address(Page.state(state, number: 1).file),
    ]
  }

  private func rows(_ projects: [LatestFile]) -> [String: Value] {
    ["name": .absent, "projects": labels.rows(projects, .short), "moreOthers": .absent]
  }

  private static func title(of folder: NameTree.Folder) -> String { folder.prefix + "…" }

  private func folders(of folder: NameTree.Folder, named title: String? = nil) -> Value {
    .site(["name": Value(site: title), "list": .sites(folder.folders.map(record))])
  }

  private func record(_ folder: NameTree.Folder) -> [String: Value] {
    let projects = projects[folder.names]
    let changed = projects.count { $0.state == .changed }
    var record: [String: Value] = [
      "counts": labels.records(projects.map { RunLabels.mark($0.run) }),
      "states": changed == 0
        ? .absent
        : .sites([
          ["name": .text(locale.string(.changed)), "count": .text(locale.number(changed))]
        ]),
      "staleAfter": .absent,
    ]
    if let alone = projects.first, projects.count == 1 {
      record["name"] = .text(alone.project)
      record["url"] = .address(alone.project + "/index.html")
      record["text"] = .absent
    } else {
      record["name"] = .text(Self.title(of: folder))
      record["url"] = .address(Page.folder(folder).file)
      record["text"] = .text(locale.count(.projects, projects.count))
    }
    // The first that is due: once it is overdue, the folder is worth a look.
    if let first = projects.filter({ $0.staleAfter != nil })
      .min(by: { $0.staleAfter ?? "" < $1.staleAfter ?? "" }),
      case .instant(let due)? = first.staleAfter.flatMap({ TimePoint(parsing: $0) })
    {
      record["staleAfter"] = Value(site: first.staleAfter)
      record["staleWords"] = .text(labels.due(due, first.run))
    }
    return record
  }
}
