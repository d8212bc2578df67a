/// The phrases that the program uses, by their key under `strings` in a strings file. Templates can
/// use others by name.
package enum StringKey: String, Sendable, CaseIterable {
  case report, asOf, messages, titleWithCount, timeline, seeAll, viewDetails, all, times
  case filterByCategory, mailForEveryRun, mailForNews, mailUnsubscribe
  case alerts, today, allDay, nowIndicator, allClear, noMessages, overview, andMore, shownOf,
    entriesShownOf, filteredBy, sortedBy, offlineSince, offlineSinceTime, progressOf,
    progressUnknown
  case runCompleted, runFailed, runCanceled, runMissing
  case started, finished, duration, commit, commits, branch
  case factTests, factPassed, factFailed, factErrors, factSkipped, factFlaky, factTodo,
    skippedByReason,
    factSuppressed, factLeftOut, factLogRecords, factTestTime, factCoverage,
    factSystem, factBrowser, factDevice, factHost, factTimeZone, environmentChanged, before,
    factSlowestWorker, slowestWorker,
    factChangedCoverage, noneInReports, changedLinesMissed
  case unnamedTest, unnamedSuite, unnamedTool, unnamedLog, longLogMessage, unnamedLinter, allTests,
    brokenInputs, brokenInput, untitledEntry, eventTentative, eventCancelled,
    didNotFinish, endsInTheMiddle, countMissing, failureNotShown, plannedAndRan, ranWithoutPlan,
    brokenProtocol, failedWithoutTest,
    buildFailed,
    setupFailed, unhealthyEnvironment, toolDidNotRun,
    checkerFailed, exitStatus, severityOf, alsoAt, suggestedFix, modelSuggestion, outputHeading,
    tryHeading, attachmentsHeading, leftOut, linesBefore, roleExpected, roleActual, roleDiff
  case changeNew, changeBack, changeWorse, changeExpired, changeStill, changeBetter, changeFixed,
    changeRemoved, changeUnseen, changeUnchecked, changeUnseenOrUnchecked, changeGone
  case headingNew, headingBack, headingWorse, headingExpired, headingStill, headingFixed,
    headingRemoved, headingUnseen, headingUnchecked, headingUnseenOrUnchecked
  case known, knownUntil, wasKnownUntil, knownAs, knownUnused
  case nothingFound, incompleteResults, resultsIncomplete
  case noTestsRun, coversLess, coversLessInShort, coversLessThanEarlier, coversLessThanOn,
    coversLessThanOnInShort, countBefore, shareBefore, toolsNotRun, toolsNotRunInShort
  case noChanges, noNews, nothingNew, nothingNewSince, newsAndRest, quietAndRest,
    unchanged,
    unchangedSince, unchangedOldest, completedAgain
  case runWasCompleted, runWasCanceled, runWasFailed, runWasMissing
  case runStatusCanceled, runStatusFailed, runStatusMissing,
    runStatusUnknown
  case urgencyError, urgencyWarning, urgencySuccess, urgencyInformation, urgencyNeutral
  case kindOffline, kindProgress, kindProgressDone, kindProgressLeft, extentUnknown
  case tensePast, tenseCurrent, tenseFuture
  case statusOpen, statusInProgress, statusCompleted, statusNone
  case milestoneStart, milestoneEnd
  case tonePositive, toneCritical, toneNegative, toneNeutral
  case sortUrgency, sortCategory, sortTime, sortTitle, sortFile, sortOwner,
    sortChange
  case orderUrgencyDescending, orderUrgencyAscending, orderTimeDescending, orderTimeAscending,
    orderTextAscending, orderTextDescending, orderChangeAscending, orderChangeDescending
  case filterUrgency, filterCategory, filterKind, filterChange, filterOwner, filterFile, filterText,
    filterTense, filterStatus
  case labelWithValue, positionOf, allProjects, archive, previousRun, nextRun,
    previousMonth, nextMonth, worstRun, trendMessages, pageNotFound, nextDue, noReport,
    resultFailed, resultCanceled, stillSince, lastSeen, flaky, lastRuns, durationOfTwo,
    listSeparator, range, todayTime, dateAndTime, changed, failing, otherProjects, comparedWith,
    trendChanges, sameAsBefore, highestOf, highestNow, scaleCut,
    slowerTests, slowestTests, longestFailing, usually, groupOther, lookFirst,
    commitsSince, commitsTouching, refusedPort, refusedAdvice, test, countAbove
  case metrics, metricRose, metricFell, metricMissing, usualRange, wantedAtLeast, wantedAtMost,
    wantedAbove, wantedBelow
  case originChange, originMain, originFlaky, originUnknown
  case diffFindings, diffLine, diffFile
  case testsFailing, testsFailedEarlier
  case stillFailing, allFixed, lastWasGreen, lastHadWarnings, lastHadErrors, firstIn,
    messagesFixed, lastReport, reportAttached, openJob
  case sideBySide, slider, zoom, previousPicture, nextPicture
  case digest, digestRuns, digestFailedRuns, digestNoRun, digestLastRun, digestNeverRun,
    digestProject, digestDate, digestCounted, digestMemory, dayBefore, weekBefore, monthBefore
}

/// The phrases that have plural forms, by their key under `counts`. A phrase about a counted noun may
/// have other forms for some nouns, under `new.error` and the like.
package enum CountKey: String, Sendable, CaseIterable {
  case messages, error, warning, success, information, neutral, new, newErrors, newWarnings,
    newMessages, backErrors, backWarnings, backMessages, back, expired, known, still, fixed,
    removed, testsAdded, testsRenamed, failed,
    unseen, unchecked, unseenOrUnchecked, stillUnseen, stillUnchecked, stillUnseenOrUnchecked,
    forgotten, tests,
    filesChecked, worse, better, old,
    seconds, minutes, hours, days, inputs, projects, runs, earlier, later, entries,
    failedTries, stepsPassedBefore, moreSteps, testsMissing, skippedMissing, hiddenFailures,
    linesSayFailure,
    partsUnread, moreThanBefore, fewerThanBefore, unread,
    otherFailures,
    originChange, originMain, originFlaky, originUnknown,
    onChangedLines, inChangedFiles, elsewhere, failedRuns, stillFailing, withoutRun, branchRuns
}

/// The date patterns of a locale, by their key under `patterns`.
package enum PatternKey: String, Sendable, CaseIterable {
  case date, time, dateTime, dateTimeZone, dayHeader, weekHeader, monthHeader, quarterHeader,
    yearHeader, dayTimestamp, weekTimestamp, monthTimestamp, quarterTimestamp, yearTimestamp,
    fullTimestamp
}

/// The units of short durations and sizes, by their key under `units`.
package enum UnitKey: String, Sendable, CaseIterable {
  case day, hour, minute, second, millisecond, byte, kilobyte, megabyte, gigabyte, terabyte

  /// The unit with a symbol, as reports write it.
  init?(symbol: String) {
    switch symbol {
    case "h": self = .hour
    case "min": self = .minute
    case "s": self = .second
    case "ms": self = .millisecond
    case "B": self = .byte
    case "kB": self = .kilobyte
    case "MB": self = .megabyte
    case "GB": self = .gigabyte
    case "TB": self = .terabyte
    default: return nil
    }
  }
}
