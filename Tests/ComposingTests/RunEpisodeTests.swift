import Composing
import Model
import TestSupport
import Testing
import Time

/// The conversations of mails: an episode of errors.
@Suite struct RunEpisodeTests {
  /// The first run of the episode of the last run. Runs are named by their places.
  private func beginning(_ runs: [Urgency]) throws -> String? {
    var episode = RunEpisode(run: "\(runs.count - 1)")
    for (place, urgency) in runs.enumerated().dropLast().reversed()
    where !episode.addEarlier(id: "\(place)", urgency: urgency, report: nil) {
      break
    }
    let last = try #require(runs.last)
    var report = try report(dataset(last == .error ? [message(.error)] : [], run: .completed))
    report.episode = episode
    return report.beginningOfEpisode
  }

  @Test(
    arguments: [
      ([.success, .error, .error], "1"), ([.error, .success], "0"),
      ([.error, .success, .success], nil),
      ([.error, .success, .error], "2"),
      // An incomplete run neither ends nor begins one.
      ([.success, .error, .neutral, .success], "1"), ([.error, .neutral, .neutral, .error], "0"),
      ([.neutral, .success], nil),
    ] as [([Urgency], String?)])
  func aNeutralRunDoesNotEndAnEpisode(runs: [Urgency], first: String?) throws {
    #expect(try beginning(runs) == first)
  }

  /// An episode after earlier runs, the latest first; nil is a run without a report.
  private func episode(_ earlier: [Urgency?]) throws -> RunEpisode {
    var episode = RunEpisode(run: "now")
    for (place, urgency) in earlier.enumerated() {
      let report = try urgency.map {
        RunEpisode.Earlier(
          date: try #require(CivilDate(year: 2026, month: 11, day: 30 - place)), urgency: $0,
          text: "\($0)")
      }
      let isLast = !episode.addEarlier(
        id: "\(place)", urgency: urgency ?? .error, report: report)
      if isLast { break }
    }
    return episode
  }

  @Test func runsWithErrorsAndRunsWithoutAreCounted() throws {
    #expect(try episode([.error, .neutral, .error, .success, .error]).failedRuns == 2)
    #expect(try episode([.error, .error, .warning, .error]).failedRuns == 2)
    #expect(try episode([.success, .warning, .neutral, .success, .error]).cleanRuns == 3)
    #expect(try episode([.error, .success]).cleanRuns == 0)
    #expect(try episode([]).cleanRuns == 0)
    let long = try episode([Urgency?](repeating: .success, count: 20))
    #expect(long.cleanRuns == 20 && long.failedRuns == 0)
  }

  @Test func theLastReportIsThatOfTheLastRunWithOne() throws {
    #expect(try episode([nil, nil, .success]).lastReport?.urgency == .success)
    #expect(try episode([nil, .error]).lastReport?.date.day == 29)
    #expect(try episode([nil]).lastReport == nil)
  }
}
