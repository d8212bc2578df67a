package import Localization

extension Locale {
  /// "Failed in 1 of 2 tries"
  package func failedTries(_ failed: Int, of count: Int) -> String {
    self.count(.failedTries, count, ["failed": number(failed)])
  }

  /// "Try 2:"
  package func tryHeading(_ number: Int) -> String {
    string(.tryHeading, ["number": self.number(number)])
  }
}
