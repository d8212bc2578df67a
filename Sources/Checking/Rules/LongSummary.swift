import Diagnostics
import Model

extension Guideline {
  static let longSummary = Guideline(
    id: "long-summary", title: "The summary is short",
    reason:
      "The summary comes between the verdict and the changes, and is first in a mail. More than "
      + "six lines of 80 characters push the messages out of sight.",
    remedy: "remove the contents of messages, and counts, which the verdict shows",
    bad: summary(repeated: 4), good: summary(repeated: 1)
  ) { dataset in
    guard let summary = dataset.dataset.summary, Wording.lines(of: summary, columns: 80) > 6 else {
      return []
    }
    return [Finding("the summary takes more than six lines", at: SourceMark(line: 1))]
  }

  private static func summary(repeated count: Int) -> String {
    let text =
      "The night build ran on five machines. The tests of the storage engine were run twice, with "
      + "and without the new index, as they will be until the end of the month."
    let whole = Array(repeating: text, count: count).joined(separator: " ")
    return "{ \"version\": 1, \"messages\": [],\n  \"summary\": \"\(whole)\" }"
  }
}
