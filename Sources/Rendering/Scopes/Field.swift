import Model
import Templating

/// A name that a template can use. `Name.id` is the index in `names`.
enum Field: String, CaseIterable, Sendable {
  // The report.
  case title, subtitle, summary, url, project, language, direction, asOf, asOfMachine
  case total, hasMessages, hasTimeline, hasSections, hasAlerts, hasBanners, bannerPosition
  case filterNote, sortNote, scopeNote, testNotes
  case environmentNote
  case run, verdict, alerts, banners, single, sections, comparison, filter
  case timeline, preview, strings, sortKeys, fastFilters, hasCounter, hasPopover, isWrapped
  case hasWaiting
  case isPacked
  // The run.
  case headline, isAlarming, status, reason, hasFacts, facts, value
  case id, branch, commit, properties, metrics, number, unit
  case inputs, input, hasOrigins, origins, skipReasons
  // The verdict.
  case text, urgency, urgencyWord, shown, isAllClear, isNothing, isSingle, isSeveral, counts
  case count
  // Sections, the comparison and the filter.
  case titleWithCount, position, filed, anchor, messages, more, newCount, stillCount, fixedCount
  case worseCount, betterCount, lists, parts, separator, isFolded, isLast, target, isListed
  case hasNotices, notices, countWithNotices, countAbove, hasNewParts, newGroups
  case isBack
  case bannersOverlap, hasColumn, hasList
  // The side column.
  case side, hasSide, hasPreview, hasTrend, isBanners, isFacts, isPreview, isTrend, isTimeline
  case chunks, waits, moreWaiting, rows, categories, all, legend, hasManyCategories
  // Messages.
  case kind, isAlert, isOffline, isProgress, isMessage, details, time, machineTime, category
  case location, testLocation, file, line, column, link, hasActions, hasManyActions, actions, role
  case isDestructive, isDefault, isCancel, progress, isKnown, done, of, percent
  case change, changeWord, isNew, isWorse, isBetter, isStill, isFixed, isDismissible, isTimed
  case seconds, isLong, fingerprint, age, when, hasRest, hasMore, name, shortPath, hasOwners
  case environments, hasAges, cause, causeApart, comparedValues, detailsBefore, linesBefore
  // The timeline and its preview.
  case groups, header, entries, nowText, nowAtEnd, isDescending, timestamp, fullTimestamp
  case previewTimestamp, tense, tenseWord, isPast, isCurrent, isFuture, statusWord, isOpen
  case isInProgress, isCompleted, isNone, milestone, milestoneWord, isStart, isEnd, shape
  case isDiamond, icon, description, statuses, tone, toneWord, attributes, lineBefore, lineAfter
  case isNow, nowAbove, nowBefore, nowAfter, moreBefore, moreAfter, label, seeAll, items, isExtra
  // The page's shell.
  case policy, styles, styleAddress, script, scriptAddress, ownScriptAddress, icons, content
  case schemes, themeColors, scheme, color
  case head, above, below, logo, fonts, address
  // Additions of the text and Markdown targets.
  case sign, tint, bold, plain, rule, bar, alert, isWide, isFirst, since, table, nowSign
  case isFilteredOut, links, hasLinks, relativeURL, moreAlerts, moreBanners
  case moreMessages, clockTimestamp, moreStatuses, moreAttributes
  // Additions of the mail.
  case digest, still, footer, state, results, excerpt, backlog, attachedNote, lastReport, jobURL
  case isWithoutVerdict, why
  case preheader, startSide, endSide, isUnchanged, inShort, hasBegun, isFull
  // The history of a message in a site.
  case testHistory, history, flakyWord, isFlaky, strip, stripWords
  // Where the failures of a run of a branch come from.
  case origin, originText, diffPlace, diffText
  // Messages that are shown as one.
  case blocks, isAlike, times, common, hasPlaces, places, morePlaces, moreAddress
  // The trend of the last runs.
  case trend, charts, words, runs, areas, bars, ground, most, least, note, mark, points, x, y
  case width, height, path, point, difference, range, columns, cells, first, last, archive, spark
  case numbers, steps, result, hasLines, lines, testLists
  // The lines around a place.
  case codeFrame, testFrame
  // Attached files.
  case hasAttachments, attachments, hasImages, images, hasFiles, files, image, roleWord,
    hasVideos, videos, video, download, isTrace, hasPictures
  // The steps of a test.
  case hasSteps, moreSteps, failedSteps, passedBefore, parameters, indent, duration
  // Gaps in the inputs.
  case gaps, help, hasOthers, moreWord
  // Known messages.
  case hasKnown, known, issues, owner, until, unusedNote, knownNote, expiredCount
  // The first screen.
  case leads, advice, hasAside, brief, second, rest, news, others, breakable, rowTitle, isForeign,
    hasTime, recent, favicon
  // The commits since the last report.
  case commits, author, moreCommits
  // Coverage by file.
  case coverage, changed, missed, branches, hasBranches, isFolder, ranges

  /// The field of a name; nil for an unknown name.
  init?(_ name: Name) {
    guard name.id < Self.inOrder.count else { return nil }
    self = Self.inOrder[name.id]
  }

  private static let inOrder = Self.allCases

  /// The lists whose records templates find by an id, as in `{{facts.coverage}}`.
  static let listsWithIDs = Set(
    [facts, metrics, environments, categories, properties].map(\.rawValue))

  /// Every name that a template can use: these fields, and those that only messages have.
  static let names =
    allCases.map(\.rawValue)
    + MessageField.inTemplates.map(\.key).filter { Field(rawValue: $0) == nil }
}

extension MessageField {
  fileprivate static let inTemplates = allCases.filter { $0.uses.contains(.templates) }

  /// The fields by the ids of their names.
  private static let byID = Field.names.map { name in inTemplates.first { $0.key == name } }

  /// The field that templates show by a name; nil if there is none.
  init?(_ name: Name) {
    guard name.id < Self.byID.count, let field = Self.byID[name.id] else { return nil }
    self = field
  }
}
