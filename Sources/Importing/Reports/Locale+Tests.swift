internal import Basics

extension Locale {
  /// "Failed in 1 of 2 tries"
  func failedTries(_ failed: Int, of count: Int) -> String {
    self.count(.failedTries, count, ["failed": number(failed)])
  }

  /// "Try 2:"
  func tryHeading(_ number: Int) -> String {
    string(.tryHeading, ["number": self.number(number)])
  }
}
