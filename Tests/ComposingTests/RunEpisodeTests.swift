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
    where !episode.add(earlier(place, urgency)) {
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

  /// An earlier run with this urgency. With `neutral`, its result is unknown.
  private func earlier(_ place: Int, _ urgency: Urgency) -> RunEpisode.Earlier {
    let result: RunEpisode.Earlier.Result =
      switch urgency {
      case .error: .errors
      case .warning: .warnings
      case .success: .good
      case .information, .neutral: .unknown
      }
    return RunEpisode.Earlier(
      id: "\(place)", urgency: urgency, result: result,
      date: CivilDate(dayNumber: 20_000 - Int32(place)), text: "text")
  }

  /// An episode after earlier runs, the latest first; nil is a run without a report.
  private func episode(_ runs: [Urgency?]) -> RunEpisode {
    var episode = RunEpisode(run: "now")
    for (place, urgency) in runs.enumerated() {
      var run = earlier(place, urgency ?? .error)
      if urgency == nil { (run.result, run.text) = (.unknown, nil) }
      if !episode.add(run) { break }
    }
    return episode
  }

  @Test func runsWithErrorsAndRunsWithoutAreCounted() {
    #expect(episode([.error, .neutral, .error, .success, .error]).failedRuns == 2)
    #expect(episode([.error, .error, .warning, .error]).failedRuns == 2)
    #expect(episode([.success, .warning, .neutral, .success, .error]).cleanRuns == 3)
    #expect(episode([.error, .success]).cleanRuns == 0)
    #expect(episode([]).cleanRuns == 0)
    let long = episode([Urgency?](repeating: .success, count: 20))
    #expect(long.cleanRuns == 20 && long.failedRuns == 0)
  }

  @Test func theLastReportIsThatOfTheLastRunWithOne() {
    #expect(episode([nil, nil, .success]).lastReport?.urgency == .success)
    #expect(episode([nil, .error]).lastReport?.date.dayNumber == 19_999)
    #expect(episode([nil]).lastReport == nil)
  }
}
