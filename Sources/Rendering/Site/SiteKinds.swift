import Templating

/// The names of all records of a site's pages, for checks of templates without a site.
enum SiteKinds {
  /// The kinds of records, with those of a trend and the phrases of a language.
  static func kinds(stringKeys: [String]) -> RecordKinds {
    var kinds = ReportKinds.kinds(stringKeys: stringKeys)
    for (kind, words) in table { kinds.add(kind, words) }
    return kinds
  }

  /// The kinds of records at the bottom of each part's stack.
  static func stack(of part: String) -> [String] {
    part == SiteRenderer.trend ? [ground, "trend"] : [ground, roots[part] ?? part]
  }

  /// The stack of the shell, with the names of every page.
  static let shellStack = [ground, "anyPage", ReportKinds.pageShell]

  /// The parts that a site renders by their names; other files are included by them.
  static let parts = [
    SiteRenderer.trend, "front", "index", "folder", "archive", "month", "lost", "trail", "recent",
    "head", "badge", "tests", "feed.xml", "sitemap.xml", "sitemapindex.xml",
  ]

  private static let ground = "site"
  private static let roots = [
    "feed.xml": "feed", "sitemap.xml": "siteMap", "sitemapindex.xml": "siteMap",
  ]

  private static let trail =
    " places*siteCrumb links*siteCrumb turns>siteTurns staleAfter staleWords feed "
  private static let run =
    " url time machineTime urgency urgencyWord missing mark stopped severityWord news text headline"
    + " changes count "
  private static let list =
    " title text counts*siteTally states*siteState shownWords moreWords sections*projectSection"
    + " names folders>siteFolders "

  private static let table: [String: String] = [
    "site": "strings>strings language direction",
    "anyPage": "title hasProjects hasTests groups*projectGroup years*siteYear weekdays*weekday"
      + " weeks*week"
      + " list*siteRun front " + list + trail,
    "front": "title hasProjects text counts*siteTally states*siteState shownWords"
      + " groups*projectGroup",
    "projectGroup": "name text isOpen counts*siteTally states*siteState projects*project"
      + " others*project moreOthers",
    "siteState": "state name count",
    "siteTally": "mark missing urgency urgencyWord count",
    "index": list, "folder": list + trail,
    "projectSection": "name count projects*project moreOthers url",
    "siteFolders": "name list*siteFolder",
    "siteFolder": "name url text counts*siteTally states*siteState staleAfter staleWords",
    "trail": trail, "siteCrumb": "name url machineTime",
    "siteTurns": "previous>siteTurn next>siteTurn", "siteTurn": "url name text",
    "project": "name subtitle id state newText worseText fixedText bars*runBar sparkWords"
      + " staleAfter staleWords" + run,
    "runBar": "mark x y height",
    "siteRun": run, "recent": "runs*recentRun", "recentRun": "isCurrent" + run,
    "head": "feed title",
    "archive": "title years*siteYear" + trail, "siteYear": "name months*siteMonth",
    "siteMonth": "name url urgency text runs",
    "month": "title weekdays*weekday weeks*week list*siteRun" + trail,
    "weekday": "name short", "week": "days*siteDay",
    "siteDay": "isEmpty day machineTime runs*siteRun",
    "lost": "title front",
    "tests": "title count digits units window runWords hasTests compare runs*testRun"
      + " lists*failedTests slowest*testRow" + trail,
    "testRun": "id url time short machineTime missing mark text commit commitURL",
    "failedTests": "kind title count items*testRow more",
    "testRow": "id name place strip stripWords text url time machineTime owner causes*testCause",
    "testCause": "text",
    "badge": "name text urgency error warning success other width first last x y nameLength"
      + " textLength",
    "feed": "id title name machineTime feed url entries*feedEntry", "feedEntry": "id title" + run,
    "siteMap": "places*sitePlace", "sitePlace": "url machineTime",
  ]
}
