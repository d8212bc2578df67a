internal import Model
internal import ToolReports

extension InputMerger {
  /// Adds a dataset. The settings of earlier datasets win.
  mutating func addDataset(_ contents: consuming DatasetContents) {
    let contents = contents
    let own = contents.dataset
    (input.run, input.finishedSource) = (own.run, contents.finishedSource)
    (input.url, input.reports) = (own.url, own.reports)
    (input.timeZone, input.timeZoneSource) = (own.timeZone, own.timeZoneSource)
    input.hasSummary = dataset.summary == nil && own.summary != nil
    if let parts = contents.scope {
      (input.hasScope, input.hasEmptyScope, isScopeGiven) = (true, parts.isEmpty, true)
      joinedScope.add(parts)
    }
    addSettings(of: own)
    timelineSettings.add(contents.timelineSettings)
    filterSettings.add(contents.filterSettings)
    known = contents.known
    for slow in contents.slowest.sorted { slowest.insert(slow.test, slow.seconds) }
    for category in own.categories where knownCategories.insert(category.id).inserted {
      if categoryIDs.insert(category.id).inserted { dataset.categories.append(category) }
    }
    categoryUses.merge(contents.categoryUses) { first, _ in first }
    dataset.testNames.insert(own.testNames)
    // The first dataset's messages need no copy.
    if dataset.messages.isEmpty {
      dataset.messages = own.messages
    } else {
      dataset.messages += own.messages
    }
    guard let timeline = own.timeline else { return }
    if dataset.timeline == nil { dataset.timeline = TimelineData() }
    dataset.timeline?.entries += timeline.entries
  }

  private mutating func addSettings(of own: Dataset) {
    dataset.title = dataset.title ?? own.title
    dataset.subtitle = dataset.subtitle ?? own.subtitle
    dataset.summary = dataset.summary ?? own.summary
    dataset.url = dataset.url ?? own.url
    dataset.project = dataset.project ?? own.project
    dataset.bannerPosition = dataset.bannerPosition ?? own.bannerPosition
    dataset.detailsView = dataset.detailsView ?? own.detailsView
    dataset.categoryOrder = dataset.categoryOrder ?? own.categoryOrder
    dataset.reference = dataset.reference ?? own.reference
    dataset.nows[dataset.nows.count - 1] = own.now
    if dataset.now == nil, let now = own.now {
      (dataset.now, dataset.nowSource) = (now, own.nowSource)
    }
    if dataset.timeZone == nil, let zone = own.timeZone {
      (dataset.timeZone, dataset.timeZoneSource) = (zone, own.timeZoneSource)
    }
    if dataset.locale == nil, let locale = own.locale {
      (dataset.locale, dataset.localeSource) = (locale, own.localeSource)
    }
    if dataset.thresholdsSource == nil { dataset.thresholdsSource = own.thresholdsSource }
    dataset.thresholds += own.thresholds.filter { !dataset.thresholds.contains($0) }
    if dataset.sort == nil, let sort = own.sort {
      (dataset.sort, dataset.sortSource) = (sort, own.sortSource)
    }
  }
}
