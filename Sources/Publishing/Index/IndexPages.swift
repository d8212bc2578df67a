import Composing
import Localization
import Model
import Rendering
import Templating
import Time

/// The pages of a site with more projects than one page can list: the first page with the most
/// pressing projects and all folders of names, a page for each folder, and pages that list the
/// changed and the failing projects. No page is larger than `longest`.
struct IndexPages {
  /// One page lists up to this many projects (see `ProjectList`).
  static let most = 300
  /// The most bytes of a page.
  static let longest = 300_000
  /// The most bytes of the names that the page's search uses.
  static let longestNames = 110_000
  /// The number of projects of each state on the first page.
  private static let shown: [LatestFile.State: Int] = [.changed: 24, .failing: 8]

  enum Page {
    case first
    case folder(NameTree.Folder)
    /// A part of the projects in one state.
    case state(LatestFile.State, number: Int)

    /// The file's name. Its tilde is not allowed in the name of a project.
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
  /// The number of projects with each mark, by state, for all pages of the state.
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

  // MARK: The list of pages

  /// All pages in an order in which no link from the first page leads to a missing page: the first
  /// page is last.
  var pages: [Page] {
    var pages: [Page] = []
    func add(_ folder: NameTree.Folder) {
      for inner in folder.folders { add(inner) }
      // A folder with one project needs no page.
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
    // The first page shows them all if they are few.
    guard count > Self.shown[state] ?? 0 else { return 0 }
    return (count + NameTree.most - 1) / NameTree.most
  }

  // MARK: The contents of pages

  /// Returns the name of a page's template and the values for it.
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

  /// The fields that every page has for its projects.
  private func about(_ projects: ArraySlice<LatestFile>, _ title: String) -> [String: Value] {
    [
      "title": .text(title), "text": .text(locale.count(.projects, projects.count)),
      "counts": labels.records(projects.map { RunLabels.mark($0.run) }),
      "states": labels.states(of: projects),
      // The script fills in a number; it has no plural forms.
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

  /// The most pressing projects of a state, with their trends, and a link to the others.
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
    // The project that is due first: once it is overdue, the folder is marked.
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
