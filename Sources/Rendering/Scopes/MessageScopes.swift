import Composing
import Localization
import Markup
import Model
import Templating
import Text

/// Messages in display order: record `index` is the message `indices[index]`.
final class MessageScope: Scope {
  private let view: ReportView
  private let saying: MessageLabels
  private let messages: [Message]
  private let changes: [Report.Change]
  private let indices: [Int]
  /// The title of their section.
  private let category: String?
  /// The level of headings in their texts: one below that of their section.
  private let heading: Int
  /// The change of these messages of the baseline; `still` for known ones, nil for the report's.
  private let past: Report.Change?
  /// The histories of baseline messages, which show when each was last seen.
  private let earlier: [MessageHistory]
  /// The group that each message represents, parallel to `indices`; empty without groups.
  private let alike: [Report.AlikeNews?]
  // Read from the report once, because each access would copy the report.
  /// The histories in a site; nil without a site, and for past messages.
  private let histories: ShownHistories?
  private let notes: [Int: Report.KnownNote]
  private let commits: Report.Commits
  /// The tone of each urgency, by its rank.
  private let tones: [Urgency]
  private let showsSource: Bool
  private let locale: Locale
  private let isRightToLeft: Bool

  init(
    _ view: ReportView, _ messages: [Message], _ changes: [Report.Change], _ indices: [Int],
    category: String?, heading: Int, past: Report.Change? = nil,
    earlier: [MessageHistory] = [], alike: [Report.AlikeNews?] = []
  ) {
    self.category = category
    self.heading = heading
    self.view = view
    saying = view.saying
    self.messages = messages
    self.changes = changes
    self.indices = indices
    self.past = past
    self.earlier = earlier
    self.alike = alike
    let report = view.report
    histories = past == nil && !report.histories.isEmpty ? report.shownHistories : nil
    notes = past == nil ? report.knownNotes : [:]
    commits = past == nil ? report.commits : Report.Commits()
    tones = Urgency.allCases.sorted { $0.rank < $1.rank }.map(report.tone)
    showsSource = report.showsSource && past == nil
    locale = report.locale
    isRightToLeft = report.locale.isRightToLeft
  }

  func value(_ name: Name, at index: Int) -> Value {
    let position = indices[index]
    guard let field = Field(name) else { return plainValue(name, of: position) }
    if index < alike.count, let news = alike[index], let value = value(field, of: news) {
      return value
    }
    switch field {
    case .id: return Value(messages[position].id)
    case .properties: return PropertyScope.records(messages[position].properties)
    case .isFirst: return .flag(index == 0)
    case .isLast: return .flag(index == indices.count - 1)
    case .testHistory: return past == nil ? view.testHistory(of: messages[position]) : .absent
    case .anchor: return view.anchor(anchor(of: position))
    case .target: return past == nil ? view.target(position, anchor: anchor(of: position)) : .absent
    case .isListed: return .flag(past == nil && view.isListed(position))
    case .urgency: return .text(messages[position].urgency.rawValue)
    case .urgencyWord: return .text(view.labels.urgency(messages[position].urgency))
    case .label: return view.said(saying.label(messages[position]))
    // A fixed message must not look like a present one.
    case .sign:
      return .text(view.style.urgency(past == .fixed ? .success : messages[position].urgency))
    case .tint: return .finished(view.style.tint(tone(of: position)))
    case .alert: return .finished(view.style.alert(tone(of: position)))
    case .tone: return .text(tone(of: position).rawValue)
    case .kind: return .text(messages[position].kind.rawValue)
    case .isAlert: return .flag(messages[position].kind == .alert)
    case .isOffline: return .flag(messages[position].kind == .offline)
    case .isProgress: return .flag(messages[position].kind == .progress)
    case .isMessage: return .flag(messages[position].kind == .message)
    case .title: return Value(title: messages[position].title)
    case .inShort: return inShort(position)
    case .breakable: return breakable(titleOrText(of: position))
    case .rowTitle: return rowTitle(titleOrText(of: position))
    case .isForeign: return .flag(isRightToLeft || isForeign(position))
    case .text:
      return Value(
        rich: view.colored(
          messages[position].text, messages[position].textFormat, messages[position].coloredText),
        messages[position].textFormat, heading: heading, base: messages[position].base)
    case .cause: return past == nil ? view.cause(of: messages[position]) : .absent
    case .why: return past == nil ? why(position) : .absent
    case .causeApart: return past == nil ? view.causeApart(of: messages[position]) : .absent
    case .details: return view.details(of: messages[position], heading: heading)
    case .excerpt: return past == nil ? view.excerpt(of: position, heading: heading) : .absent
    case .detailsBefore: return view.detailsBefore(of: messages[position], heading: heading)
    case .linesBefore: return view.linesBefore(of: messages[position])
    case .comparedValues:
      return past == nil ? view.comparedValues(of: messages[position], heading: heading) : .absent
    case .codeFrame: return codeFrame(view.style.codeFrame.text(of: messages[position]))
    case .testFrame: return codeFrame(view.style.codeFrame.textOfTest(messages[position]))
    case .times:
      let count = messages[position].count
      return count > 1 ? view.times(count) : .absent
    case .isLong:
      return .flag(saying.isLong(title: messages[position].title, text: messages[position].text))
    case .since: return view.said(saying.since(messages[position]))
    case .time: return view.said(messages[position].time.map { saying.time($0) })
    case .hasTime: return .flag(messages[position].time != nil)
    case .machineTime: return Value(messages[position].time.map { saying.machineTime($0) })
    case .age: return view.said(age(of: position))
    case .when: return view.said(messages[position].time.flatMap { saying.whole($0) })
    case .hasRest: return .flag(hasRest(position))
    case .hasMore: return .flag(hasMoreThanWords(position))
    case .category: return Value(category)
    case .position:
      return past != nil ? .absent : view.categoryPositions[position].map { .number($0) } ?? .absent
    case .location:
      return messages[position].location.map {
        .record(LocationScope(view, $0, base: messages[position].base), 0)
      } ?? .absent
    case .testLocation:
      return messages[position].testLocation.map {
        .record(LocationScope(view, $0, base: messages[position].base), 0)
      } ?? .absent
    case .places, .morePlaces, .moreAddress: return .absent
    case .link:
      return messages[position].link.map {
        .record(LinkScope(view, $0, base: messages[position].base), 0)
      } ?? .absent
    case .hasAttachments: return .flag(past == nil && !messages[position].attachments.isEmpty)
    case .attachments: return attachments(of: position)?.all ?? .absent
    case .hasImages: return .flag(attachments(of: position)?.hasImages ?? false)
    case .images: return attachments(of: position)?.images ?? .absent
    case .hasVideos: return .flag(attachments(of: position)?.hasVideos ?? false)
    case .videos: return attachments(of: position)?.videos ?? .absent
    case .hasFiles: return .flag(attachments(of: position)?.hasFiles ?? false)
    case .files: return attachments(of: position)?.files ?? .absent
    case .hasSteps: return .flag(hasSteps(position))
    case .steps: return steps(of: position)?.records ?? .absent
    case .moreSteps: return view.said(moreSteps(of: position))
    case .failedSteps:
      guard hasSteps(position) else { return .absent }
      return FailedStepScope(view, messages[position].steps).records
    case .hasActions: return .flag(!messages[position].actions.isEmpty)
    case .hasManyActions: return .flag(messages[position].actions.count > 1)
    case .actions:
      guard !messages[position].actions.isEmpty else { return .absent }
      return actions(messages[position].orderedActions, of: position)
    case .hasLinks: return .flag(!messages[position].linkedActions.isEmpty)
    case .links:
      return actions(messages[position].linkedActions, of: position)
    case .progress:
      guard messages[position].kind == .progress else { return .absent }
      return .record(ProgressScope(view, messages[position].progress), 0)
    case .change: return Value(change(of: position)?.rawValue)
    case .changeWord: return view.said(changeWord(of: position))
    case .isNew: return .flag(change(of: position) == .new)
    case .isWorse: return .flag(change(of: position) == .worse)
    case .isBetter: return .flag(change(of: position) == .better)
    case .isBack: return .flag(histories?.isBack(position) == true)
    case .isStill: return .flag(change(of: position) == .still)
    case .isFixed: return .flag(past == .fixed)
    case .isDismissible: return .flag(messages[position].shownPersistence == .dismissible)
    case .isTimed: return .flag(seconds(of: position) != nil)
    case .fingerprint: return .text(fingerprint(of: position).short)
    case .seconds: return seconds(of: position).map { .number($0) } ?? .absent
    case .history:
      if past == nil { return view.said(history(of: position)?.text(locale)) }
      guard position < earlier.count else { return .absent }
      return view.said(earlier[position].lastSeenText(locale))
    case .diffPlace: return past == nil ? view.diffPlace(of: position) : .absent
    case .origin: return past == nil ? view.origin(of: [position]) : .absent
    case .flakyWord: return view.said(history(of: position)?.flakyText(locale))
    case .knownNote:
      return notes[position].map { .record(KnownNoteScope(view, $0), 0) } ?? .absent
    case .environments: return past == nil ? view.environments(of: messages[position]) : .absent
    case .commits: return view.suspects(commits.suspects[position])
    case .strip:
      let urgency = messages[position].urgency
      return Value(history(of: position).map { view.style.strip($0, of: urgency) })
    case .stripWords: return view.said(history(of: position)?.stripText(locale))
    default: return plainValue(name, of: position)
    }
  }

  private func plainValue(_ name: Name, of position: Int) -> Value {
    MessageField(name).map { Value($0.text(of: messages[position])) } ?? .missing
  }

  /// The value of a list line for several messages; nil for fields that the first message gives.
  private func value(_ field: Field, of news: Report.AlikeNews) -> Value? {
    switch field {
    case .inShort: Value(title: view.style.cut(news.title, by: TextLimits.title))
    case .breakable: breakable(news.title)
    case .times: view.times(news.count)
    case .owner: Value(news.owner)
    case .commits: view.suspects(news.items.first.flatMap { commits.suspectsOfAlike[$0] })
    case .places: view.said(news.places)
    case .morePlaces: view.more(news.morePlaces)
    case .moreAddress: view.address(of: news, change(of: news.items[0]))
    case .cause, .why: view.cause(news.cause)
    case .environments: view.environments(of: news.items)
    case .origin: view.origin(of: news.items)
    case .location, .history, .flakyWord, .strip, .stripWords, .diffPlace, .excerpt: .absent
    default: nil
    }
  }

  private func anchor(of position: Int) -> String {
    guard let past else { return "m\(view.number(of: position))" }
    return "\(past.rawValue.prefix(1))\(position + 1)"
  }

  private func history(of position: Int) -> MessageHistory? {
    histories?.history(of: position)
  }

  private func attachments(of position: Int) -> AttachmentScope? {
    guard past == nil, !messages[position].attachments.isEmpty else { return nil }
    return AttachmentScope(
      view, messages[position].attachments, base: messages[position].base, at: position)
  }

  private func hasSteps(_ position: Int) -> Bool {
    past == nil && !messages[position].steps.isEmpty
  }

  private func steps(of position: Int) -> StepScope? {
    guard hasSteps(position) else { return nil }
    return StepScope(
      view, messages[position].steps, base: messages[position].base, of: position,
      attachmentsFrom: messages[position].attachments.count, onPath: true)
  }

  private func moreSteps(of position: Int) -> String? {
    let count = messages[position].stepsLeftOut
    return past == nil && count > 0 ? locale.count(.moreSteps, count) : nil
  }

  /// The time at the end of a message's row: its own time, otherwise the day of its first run.
  private func age(of position: Int) -> String? {
    if let time = messages[position].time { return saying.shortTime(time) }
    return history(of: position).flatMap { $0.runs > 1 ? saying.day($0.since) : nil }
  }

  /// Whether a message has more than its row shows. The pattern does not copy the text; a
  /// comparison with nil would.
  private func hasRest(_ position: Int) -> Bool {
    if case .some = messages[position].text { return true }
    return hasMore(messages[position], at: position)
  }

  /// Whether a message has more than text below its row. The first checks avoid copying the
  /// message, because most have nothing more.
  private func hasMoreThanWords(_ position: Int) -> Bool {
    if case .some = messages[position].location { return true }
    if case .some = messages[position].details { return true }
    return hasMore(messages[position], at: position)
  }

  private func hasMore(_ message: Message, at position: Int) -> Bool {
    message.details != nil || message.input != nil
      || message.expected != nil && message.actual != nil || message.link != nil
      || !message.actions.isEmpty || !message.attachments.isEmpty
      || hasSteps(position)
      || message.location.map {
        $0.url != nil || $0.column != nil || $0.name != $0.file
          || TextLimits.place($0.name) != $0.name
      } ?? false
      || message.time.flatMap { saying.whole($0) } != nil || notes[position] != nil
      || history(of: position) != nil
      || message.testLocation != nil || commits.suspects[position] != nil || view.isInDiff(position)
      || showsSource && view.style.codeFrame.text(of: message) != nil
  }

  /// The lines around a place. Messages of the baseline refer to other sources.
  private func codeFrame(_ make: @autoclosure () -> String?) -> Value {
    guard showsSource else { return .absent }
    let frame = make()
    guard view.style.usesHTML else { return Value(rich: frame, .log, heading: heading) }
    return Value(
      rich: frame.map { TextFormat.log.markdown($0, language: "frame") }, .markdown,
      heading: heading)
  }

  private func tone(of position: Int) -> Urgency {
    tones[messages[position].urgency.rank]
  }

  private func change(of position: Int) -> Report.Change? {
    past ?? (position < changes.count ? changes[position] : nil)
  }

  private func changeWord(of position: Int) -> String? {
    if histories?.isBack(position) == true { return locale.string(.changeBack) }
    return change(of: position).map { view.labels.change($0, of: messages[position]) }
  }

  private func fingerprint(of position: Int) -> Fingerprint {
    // Messages of the baseline have other indices.
    if past == nil, position < view.report.fingerprints.count {
      return view.report.fingerprints[position]
    }
    return Fingerprint(of: messages, at: position)
  }

  private func inShort(_ position: Int) -> Value {
    let text = titleOrText(of: position)
    return messages[position].title.isEmpty ? Value(text) : Value(title: text)
  }

  /// The cause; in a short report of errors without one, the beginning of the text.
  private func why(_ position: Int) -> Value {
    if messages[position].shownCause != nil { return view.cause(of: messages[position]) }
    guard view.report.digest != nil, messages[position].urgency >= .warning,
      let text = messages[position].text, !messages[position].title.isEmpty
    else { return .absent }
    return Value(
      RichText.line(text, in: messages[position].textFormat, limit: TextLimits.textClusters).text)
  }

  private func breakable(_ text: String) -> Value {
    text.isEmpty ? .absent : .finished(WordBreaks.html(text))
  }

  private func isForeign(_ position: Int) -> Bool {
    let title = messages[position].title
    return PhraseValue.isForeign(
      title.isEmpty ? titleOrText(of: position) : title, inRightToLeft: false)
  }

  private func rowTitle(_ text: String) -> Value {
    guard QuotedCode.mayOccur(in: text) || WordBreaks.hasLongWord(text) else { return Value(text) }
    return .finished(WordBreaks.html(text, onlyInLongWords: true))
  }

  /// The title, or the first words of the text of a message without one.
  private func titleOrText(of position: Int) -> String {
    let title = messages[position].title
    guard title.isEmpty, let text = messages[position].text else {
      return view.style.cut(title, by: TextLimits.title)
    }
    return RichText.line(
      text, in: messages[position].textFormat, limit: TextLimits.titleClusters
    ).text
  }

  private func actions(_ actions: [Message.Action], of position: Int) -> Value {
    if actions.isEmpty { return .absent }
    return .records(ActionScope(view, actions, base: messages[position].base), 0..<actions.count)
  }

  private func seconds(of position: Int) -> Int? {
    if case .timed(let seconds) = messages[position].shownPersistence { seconds } else { nil }
  }
}
