import Composing
import Diagnostics

/// `--fail-on`.
extension OptionReader {
  private static let none = "none"

  /// Declares and reads the gate; nil without one.
  mutating func gate() -> Given<Gate>? {
    let settings = settings(
      OptionSpec(
        name: "fail-on",
        argument: .choices(
          [Self.none] + Gate.Condition.allCases.map(\.rawValue)
            + Gate.Exception.allCases.map(\.rawValue)),
        help: "Exit with 1 if one of these conditions is met, if the run failed or is missing, if "
          + "an input was not read or is incomplete, or if no test ran. 'tidemark help gates' "
          + "explains the words. Default: none.",
        otherNames: [
          "failure": "error", "new": "new-error", "skip": "new-skip", "removed": "removed-test",
          "fewer": "fewer-tests", "never": Self.none, "known": Gate.Exception.known.rawValue,
          "flaky": Gate.Exception.flaky.rawValue,
        ]))
    let words = settings.map(\.value).filter { $0 != Self.none }
    guard let first = settings.first, !words.isEmpty else { return nil }
    let given = Setting(
      option: first.option, value: settings.map(\.value).joined(separator: ","),
      origin: first.origin)
    let conditions = Gate.Condition.allCases.filter { words.contains($0.rawValue) }
    if words.count < settings.count {
      refuse(given, "'none' stands alone")
    } else if conditions.isEmpty {
      refuse(given, "name what fails the run, too: 'new-error,\(words[0])'")
    }
    let exceptions = Gate.Exception.allCases.filter { words.contains($0.rawValue) }
    return Given(value: Gate(conditions, except: Set(exceptions)), setting: given)
  }
}
