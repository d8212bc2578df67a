import Diagnostics
import Model

extension Guideline {
  static let shoutedTitle = Guideline(
    id: "shouted-title", title: "A title doesn't shout",
    reason:
      "Words in capitals are slower to read, and a screen reader may spell them. Sign, colour and "
      + "position already show the urgency.",
    remedy: "write it as a sentence, and set 'urgency'",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "BACKUP WAS SKIPPED" }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "The backup was skipped" }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      let words = Wording.prose(message.title).split(whereSeparator: \.isWhitespace)
        .filter { word in word.contains { $0.isLetter } }
      let isLoud = words.allSatisfy { word in
        !word.contains(where: \.isLowercase) && word.contains(where: \.isUppercase)
      }
      // Names and numbers have capitals, and short words may be abbreviations.
      let spoken = words.map(Wording.trimmed).count { $0.count > 3 && $0.allSatisfy(\.isLetter) }
      let shouts = words.count > 2 && spoken > 1 && isLoud || message.title.hasSuffix("!!")
      return shouts ? "the title \(message.named) shouts" : nil
    }
  }
}
