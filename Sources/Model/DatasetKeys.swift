package enum DatasetKey: String, CaseIterable, Sendable {
  case schema = "$schema"
  case version, title, subtitle, summary, url, project, run, now, timeZone, locale
  case bannerPosition, detailsView, textFormat, detailsFormat, categories, categoryOrder
  case messages, timeline, sort, filters, scope, known, thresholds, durations, reports, reference
}

package enum RunKey: String, CaseIterable, Sendable {
  case status, reason, started, finished, commit, branch, commitURL, compareURL, facts
  case shortfalls, unread, unreadMore, skipReasons, coverage, properties
}

package enum SkipReasonKey: String, CaseIterable, Sendable {
  case text, count
}

package enum CoverageKey: String, CaseIterable, Sendable {
  case files, otherFiles, changed
}

package enum FileCoverageKey: String, CaseIterable, Sendable {
  case file, covered, lines, coveredBranches, branches, countsBranches
}

package enum ChangedCoverageKey: String, CaseIterable, Sendable {
  case covered, lines, files, otherFiles
}

package enum ChangedFileKey: String, CaseIterable, Sendable {
  case file, covered, lines, missed
}

package enum LineRangeKey: String, CaseIterable, Sendable {
  case first, last
}

package enum FactKey: String, CaseIterable, Sendable {
  case id, kind, title, value, number, unit, better, origins
}

package enum OriginKey: String, CaseIterable, Sendable {
  case input, value, number
}

package enum ShortfallKey: String, CaseIterable, Sendable {
  case input, text
}

package enum UnreadKey: String, CaseIterable, Sendable {
  case path, reason, help
}

package enum CategoryKey: String, CaseIterable, Sendable {
  case id, title
}

package enum LocationKey: String, CaseIterable, Sendable {
  case file, line, column, url, context
}

package enum LinkKey: String, CaseIterable, Sendable {
  case title, url
}

package enum ActionKey: String, CaseIterable, Sendable {
  case title, url, role
}

package enum AttachmentKey: String, CaseIterable, Sendable {
  case title, path, url, type, role
}

package enum StepKey: String, CaseIterable, Sendable {
  case title, status, seconds, parameters, message, attachments, steps
}

package enum ParameterKey: String, CaseIterable, Sendable {
  case name, value
}

package enum ProgressKey: String, CaseIterable, Sendable {
  case done, of
}

package enum TimelineKey: String, CaseIterable, Sendable {
  case title, order, groupBy, headerFormat, timestampFormat, previewFormat, todayText, entries
}

package enum EntryKey: String, CaseIterable, Sendable {
  case id, time, start, end, tense, milestone, status, title, description, details
  case detailsFormat, icon, url, base, statuses, attributes, properties
}

package enum StatusNoteKey: String, CaseIterable, Sendable {
  case text, tone
}

package enum FiltersKey: String, CaseIterable, Sendable {
  case fast, threshold, counter, wrapped
}

package enum DurationKey: String, CaseIterable, Sendable {
  case test, seconds
}

package enum ReferenceKey: String, CaseIterable, Sendable {
  case date, laterRuns, testsRun, tests, removed, reports, tools
}

package enum ReportKey: String, CaseIterable, Sendable {
  case input, tool, testDigests, repeats, alike
}

package enum ScopeKey: String, CaseIterable, Sendable {
  case kind, categories, files, tests, testDigests, digestsWithoutValues, except, skipped
  case environment
}
