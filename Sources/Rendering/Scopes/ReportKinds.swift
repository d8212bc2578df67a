import Model
import Templating

/// The names of all records of a report, for checks of templates without a report. Tests compare
/// them with the scopes.
enum ReportKinds {
  /// The kinds of records, with the phrases of a language.
  static func kinds(stringKeys: [String]) -> RecordKinds {
    var kinds = RecordKinds(table.merging(parts) { first, _ in first })
    kinds.add("strings", names: stringKeys + ["labelSeparator", "labelEnd"])
    return kinds
  }

  /// The outermost record of a report.
  static let report = "report"
  static let (pageShell, mailShell, pagePart) = ("pageShell", "mailShell", "pagePart")

  /// The names that lead to lists of records.
  static let lists: Set<String> = {
    let kinds = Self.kinds(stringKeys: [])
    return Set(
      kinds.kinds.flatMap { kind in
        kinds.names(of: kind).compactMap { name, target in
          if case .list = target { name } else { nil }
        }
      })
  }()

  private static let fields = MessageField.allCases.filter { $0.uses.contains(.templates) }
    .map(\.key).joined(separator: " ")

  private static let urgency = " urgency urgencyWord sign tint tone "

  private static let table: [String: String] = [
    "report": """
    title subtitle summary url logo project language direction asOf asOfMachine bannerPosition
    total hasMessages hasSections hasTimeline hasAlerts hasAside hasNewParts newGroups*newGroup
    hasColumn hasList hasSide side>side bannersOverlap brief recent hasKnown hasBanners
    filterNote sortNote scopeNote originText diffText state results attachedNote lastReport
    jobURL isWithoutVerdict
    environmentNote testNotes*testNote sortKeys fastFilters hasCounter hasPopover isWrapped
    hasPlaces hasOwners hasAges hasWaiting isPacked hasPictures run>run facts*fact metrics*fact
    environments*fact verdict>verdict gaps*gap alerts*message banners*message single*message
    sections*section categories*category comparison>comparison trend>trend testLists*testList
    filter>filter timeline>timeline preview>preview known>known leads>leads commits>commits
    digest>digest footer>footer moreAlerts moreBanners moreMessages strings>strings preheader
    startSide endSide rule bold plain nowSign isWide
    """,
    "pageShell": """
    policy script styles styleAddress scriptAddress ownScriptAddress fonts*font icons logo favicon
    content head above below schemes themeColors*themeColor
    """,
    "side": "hasBanners hasFacts hasPreview hasTrend hasTimeline parts*sidePart",
    "sidePart": "isBanners isFacts isPreview isTrend isTimeline",
    "font": "address", "themeColor": "scheme color",
    "mailShell": "styles content schemes", "pagePart": "position content",
    "run": """
    headline isAlarming status urgency urgencyWord reason hasFacts facts*fact branch commit
    properties*property skipReasons>skipReasons coverage>coverage sign alert tint
    """,
    "fact": """
    isFirst id title value number unit url difference range hasOrigins inputs origins*origin more
    """,
    "origin": "input value", "property": "isFirst name value",
    "skipReasons": "count text rows*skipReason more", "skipReason": "text count",
    "coverage":
      "count hasBranches rows*coverageRow items*coverageRow hasOthers more changed>changed",
    "coverageRow": "isFirst isFolder more name value text missed branches",
    "changed": "title count titleWithCount items*changedFile more",
    "changedFile": "isFirst name ranges",
    "verdict": """
    text first*part second*part rest*part parts*part others*count titleWithCount urgency
    urgencyWord total shown isAllClear isNothing isSingle isSeveral isFilteredOut counts*count sign
    tint alert
    """,
    "count": "isFirst urgency urgencyWord count text newCount sign",
    "part": "isFirst isLast separator text anchor url",
    "section": """
    id title count titleWithCount position filed anchor isNew isFirst countAbove messages*message
    chunks*chunk blocks*block more moreWaiting hasNotices notices*message countWithNotices
    """ + urgency,
    "chunk": "messages*message waits rows",
    "block": """
    isAlike isFirst isLast messages*message chunks*chunk title common environments count times text
    changeWord owner anchor isListed target hasPlaces places*place more
    """ + urgency,
    "place": "isFirst separator text url changeWord",
    "message": fields + urgency + """
      id properties*property isFirst isLast anchor target isListed label alert kind isAlert isOffline
      isProgress isMessage title inShort breakable rowTitle isForeign text cause causeApart why details
      excerpt detailsBefore linesBefore comparedValues codeFrame testFrame times isLong since time hasTime
      machineTime age when hasRest hasMore category position location>location
      testLocation>location places morePlaces moreAddress link>link hasAttachments
      attachments*attachment hasImages
      images*attachment hasVideos videos*attachment hasFiles files*attachment hasSteps
      steps*testStep moreSteps failedSteps*failedStep hasActions hasManyActions actions*action hasLinks
      links*action progress>progress change changeWord isNew isWorse isBetter isBack isStill isFixed
      isDismissible isTimed fingerprint seconds testHistory history flakyWord origin diffPlace
      knownNote>knownNote environments
      commits>suspects strip stripWords
      """,
    "location": "text breakable file name shortPath line column url relativeURL",
    "link": "title url relativeURL",
    "action": "isFirst title url relativeURL role isDestructive isDefault isCancel",
    "progress": "isKnown label hasBegun isFull done of percent text bar",
    "attachment": """
    isFirst title role roleWord url relativeURL image width height video download isTrace
    """,
    "testStep": """
    isFirst title status statusWord tone parameters*property duration text isOpen hasRest hasSteps
    steps*testStep hasImages images*attachment hasVideos videos*attachment hasFiles
    files*attachment hasAttachments
    """,
    "failedStep": "isFirst title statusWord parameters*property duration text indent passedBefore",
    "knownNote": "text reason url", "suspects": "title items*commit more",
  ]

  private static let parts: [String: String] = [
    "commit": "isFirst isLast name url title author",
    "commits": """
    title count titleWithCount url items*commit others*commit more moreCommits isFolded
    """,
    "comparison": """
    headline text parts*part lists*changeList newCount worseCount expiredCount betterCount
    stillCount fixedCount isUnchanged
    """,
    "changeList": """
    isFirst isLast change anchor title count titleWithCount messages*message more isFolded isPast
    """,
    "testNote": "text isFirst isLast", "newGroup": "isFirst anchor title count",
    "gap": "kind text count items*gapItem hasOthers others*gapItem moreWord more",
    "gapItem": "title text help",
    "category": "id messages*message notices*message title count titleWithCount position",
    "filter": "categories*category hasManyCategories count all legend",
    "known": "title titleWithCount count text issues*knownIssue more unusedNote",
    "knownIssue": "reason owner url until count isFolded messages*message more",
    "leads": "items*lead more",
    "lead": """
    isFirst isLast text cause advice location>location owner commits>suspects changeWord history
    inShort breakable anchor target more
    """ + urgency,
    "digest": "messages*message more groups*block moreMessages still>still backlog",
    "still": "titleWithCount counts*categoryCount more",
    "categoryCount": "isFirst title count text target" + urgency,
    "footer": "reason links*unsubscribing name", "unsubscribing": "isFirst title url",
    "timeline": """
    title titleWithCount total groups*group nowText nowAtEnd isDescending more moreBefore moreAfter
    """,
    "group": "header isNow nowAbove entries*entry",
    "entry": entry,
    "previewItem": entry + " isExtra",
    "status": "isFirst text tone toneWord", "attribute": "text",
    "preview": "title seeAll anchor items*previewItem table",
    "trend": """
    text count width charts*chart lines*line hasLines more first last columns*cell rows*trendRow
    steps*step spark numbers archive
    """,
    "chart": "title words legend*key runs*trendRun areas*area ground most least note",
    "key": "mark text", "trendRun": "x text bars*bar", "bar": "mark y height",
    "area": "mark points", "line": "title value difference path point range words",
    "step": "isKnown mark height", "cell": "title value", "trendRow": "url time result cells*cell",
    "testList": "kind title count items*test more isFlaky isFolded isFirst isLast",
    "test": "title text strip isListed anchor location testHistory",
  ]

  private static let entry = """
    id properties*property anchor title timestamp clockTimestamp fullTimestamp previewTimestamp
    machineTime tense tenseWord isPast isCurrent isFuture status statusWord isOpen isInProgress
    isCompleted isNone milestone milestoneWord isStart isEnd shape isDiamond icon url relativeURL
    description input detailsBefore linesBefore details statuses*status moreStatuses attributes*attribute
    moreAttributes lineBefore lineAfter nowBefore nowAfter isLong label sign tint
    """
}
