import Diagnostics
import Model

extension Guideline {
  static let uncountablePlural = Guideline(
    id: "uncountable-plural", title: "Words without a plural have none",
    reason:
      "*Informations* and *advices* are not English words. Such mistakes cost a report its readers' "
      + "trust. Code and names are not checked.",
    remedy: "write 'information', 'advice' or 'pieces of information'", languages: ["en"],
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "More informations in the log of the server" }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "More information in the log of the server" }
      ] }
      """
  ) { dataset in
    var found = dataset.each { message in
      let texts = [Wording.prose(message.title), Wording.prose(message.text, message.textFormat)]
      return word(in: texts).map { "\(message.named) says '\($0)'" }
    }
    found += dataset.entries.compactMap { entry in
      word(in: [Wording.prose(entry.title), Wording.prose(entry.description)])
        .map { Finding("entry \(VisibleText.quoted(entry.title)) says '\($0)'", at: entry.source) }
    }
    let data = dataset.dataset
    if let word = word(in: [data.title, data.subtitle, data.summary].map { Wording.prose($0) }) {
      found.append(Finding("the report's own texts say '\(word)'", at: SourceMark(line: 1)))
    }
    return found
  }

  private static func word(in texts: [String]) -> String? {
    texts.lazy.flatMap(Wording.plainWords).first(where: plurals.contains)
  }

  private static let plurals: Set<String> = [
    "advices", "equipments", "feedbacks", "hardwares", "informations", "knowledges", "softwares",
  ]
}
