package enum DatasetKey: String, CaseIterable, Sendable {
  case schema = "$schema"
  case version, title, subtitle, summary, url, project, run, now, timeZone, locale
  case bannerPosition, textFormat, detailsFormat, categories, categoryOrder, messages, timeline
  case sort, filters, scope, known, durations, reports, reference
}

enum RunKey: String, CaseIterable, Sendable {
  case status, reason, started, finished, commit, branch, commitURL, compareURL, facts
  case shortfalls, unread, unreadMore, skipReasons
}

enum SkipReasonKey: String, CaseIterable, Sendable {
  case text, count
}

enum FactKey: String, CaseIterable, Sendable {
  case kind, title, value, number, origins
}

enum OriginKey: String, CaseIterable, Sendable {
  case input, value, number
}

enum ShortfallKey: String, CaseIterable, Sendable {
  case input, text
}

enum UnreadKey: String, CaseIterable, Sendable {
  case path, reason, help
}

enum CategoryKey: String, CaseIterable, Sendable {
  case id, title
}

enum LocationKey: String, CaseIterable, Sendable {
  case file, line, column, url, context
}

enum LinkKey: String, CaseIterable, Sendable {
  case title, url
}

enum ActionKey: String, CaseIterable, Sendable {
  case title, url, role
}

enum AttachmentKey: String, CaseIterable, Sendable {
  case title, path, url, type, role
}

enum ProgressKey: String, CaseIterable, Sendable {
  case done, of
}

enum TimelineKey: String, CaseIterable, Sendable {
  case title, order, groupBy, headerFormat, timestampFormat, previewFormat, todayText, entries
}

package enum EntryKey: String, CaseIterable, Sendable {
  case id, time, start, end, tense, milestone, status, title, description, details
  case detailsFormat, icon, url, base, statuses, attributes
}

enum StatusNoteKey: String, CaseIterable, Sendable {
  case text, tone
}

enum FiltersKey: String, CaseIterable, Sendable {
  case fast, threshold, counter, wrapped
}

enum DurationKey: String, CaseIterable, Sendable {
  case test, seconds
}

enum ReferenceKey: String, CaseIterable, Sendable {
  case date, laterRuns, testsRun, tests, removed, reports, tools
}

enum ReportKey: String, CaseIterable, Sendable {
  case input, tool, testDigests, repeats
}

enum ScopeKey: String, CaseIterable, Sendable {
  case kind, categories, files, tests, testDigests, digestsWithoutValues, except, skipped
  case environment
}
