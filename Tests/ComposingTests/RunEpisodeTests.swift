import Composing
import Model
import TestSupport
import Testing

/// The conversations of mails: an episode of errors.
@Suite struct RunEpisodeTests {
  /// The first run of the episode of the last run. Runs are named by their places.
  private func beginning(_ runs: [Urgency]) throws -> String? {
    var episode = RunEpisode(run: "\(runs.count - 1)")
    for (place, urgency) in runs.enumerated().dropLast().reversed()
    where !episode.addEarlier(id: "\(place)", urgency: urgency) {
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
}
