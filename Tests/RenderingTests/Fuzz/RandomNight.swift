import Model
import Text

/// The values for the fields of a random dataset.
struct Filling {
  /// Plain text.
  var plain: () -> String
  /// Markdown: summary, text, details.
  var rich: () -> String = { "x" }
  var address: () -> String = { "https://example.org/x" }

  /// A harmless filling that others are compared with.
  static var x: Filling { Filling(plain: { "x" }) }
}

/// A random dataset and its baseline. The seed determines the fields, the number of messages and
/// their kinds; the filling provides the values.
struct RandomNight {
  private var dice: Dice
  private let filling: Filling
  private(set) var dataset = Dataset()
  private(set) var baseline: Dataset?
  let locale: String

  init(shape: Int, _ filling: Filling) {
    dice = Dice(seed: UInt64(shape) &* 7_919)
    self.filling = filling
    locale = dice.pick(["en", "en", "de", "pl", "he", "ar", "ja"])
    dataset.files = ["night.json"]
    addHead()
    for index in 0..<dice.pick([0, 1, 2, 7]) {
      dataset.categories.append(
        Dataset.Category(id: "\(filling.plain())\(index)", title: filling.plain()))
    }
    let count = dice.pick([0, 1, 2, 8, 24])
    for index in 0..<count { dataset.messages.append(message(index)) }
    if dice.once(in: 2) {
      var before = Dataset()
      before.files = ["last.json"]
      for index in stride(from: 0, to: count + 3, by: 2) { before.messages.append(message(index)) }
      baseline = before
    }
    if !dice.once(in: 5) { addTimeline() }
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    dice.once(in: 3) ? nil : make(&self)
  }

  private mutating func words() -> String? { maybe { $0.filling.plain() } }
  private mutating func rich() -> String? { maybe { $0.filling.rich() } }
  private mutating func address() -> String? { maybe { $0.filling.address() } }

  private mutating func addHead() {
    dataset.title = words()
    dataset.subtitle = words()
    dataset.summary = rich()
    dataset.url = address()
    dataset.project = words()
    guard !dice.once(in: 3) else { return }
    var run = Dataset.Run(status: dice.pick(Dataset.Run.Status.allCases + [nil]), reason: words())
    run.started = maybe { _ in hours(-2) }
    run.finished = maybe { _ in hours(-1) }
    run.commit = words()
    run.branch = words()
    for _ in 0..<dice.pick([0, 1, 3]) {
      run.facts.append(Dataset.Run.Fact(title: filling.plain(), value: filling.plain()))
    }
    dataset.run = run
  }

  private mutating func message(_ index: Int) -> Message {
    var message = Message(
      urgency: dice.pick(Urgency.allCases),
      kind: dice.pick([.message, .message, .message, .offline, .progress, .alert]),
      title: filling.plain(), fingerprint: String(index))
    message.id = words()
    if let category = dice.pick(dataset.categories.map { Optional($0.id) } + [nil]) {
      message.category = category
    }
    message.text = rich()
    message.details = rich()
    message.textFormat = dice.pick(TextFormat.allCases)
    message.detailsFormat = dice.pick(TextFormat.allCases)
    message.time = maybe { night in hours(-night.dice.pick([1, 2, 30])) }
    message.location = maybe { night in
      Message.Location(
        file: night.filling.plain(), line: night.dice.pick([nil, 12]),
        column: night.dice.pick([nil, 5]),
        url: night.address())
    }
    message.link = maybe { night in
      Message.Link(title: night.filling.plain(), url: night.address())
    }
    for _ in 0..<dice.pick([0, 0, 1, 2, 4]) {
      message.actions.append(
        Message.Action(
          title: filling.plain(), url: address(), role: dice.pick(Message.Action.Role.allCases)))
    }
    message.progress = maybe { night in
      Message.Progress(done: night.dice.pick([0, 40, 250]), of: night.dice.pick([nil, 100]))
    }
    message.persistence = dice.pick([.persistent, .dismissible, .timed(seconds: 9)])
    return message
  }

  private mutating func addTimeline() {
    var timeline = TimelineData()
    timeline.title = words()
    timeline.order = dice.pick(TimelineData.Order.allCases)
    timeline.groupBy = dice.pick(TimelineData.Grouping.allCases)
    timeline.todayText = dice.once(in: 2)
    timeline.headerFormat = words().map { "'\($0.replacing("'", with: "''"))' y" }
    timeline.timestampFormat = words().map { "'\($0.replacing("'", with: "''"))' d" }
    for index in 0..<dice.pick([0, 1, 3, 9]) { timeline.entries.append(entry(index)) }
    dataset.timeline = timeline
  }

  private mutating func entry(_ index: Int) -> TimelineEntry {
    let start = hours((index - 4) * dice.pick([1, 20, 200]))
    var entry = TimelineEntry(
      when: dice.once(in: 3) ? .span(start: start, end: nil) : .point(start), title: filling.plain()
    )
    entry.id = words()
    entry.tense = dice.pick([nil, nil, .past, .current, .future])
    entry.milestone = dice.pick([nil, nil, .start, .end])
    entry.status = dice.pick(Status.allCases)
    entry.description = words()
    entry.details = rich()
    entry.icon = words()
    entry.url = address()
    for _ in 0..<dice.pick([0, 1, 3]) {
      entry.statuses.append(
        TimelineEntry.StatusNote(
          text: filling.plain(), tone: dice.pick(TimelineEntry.StatusNote.Tone.allCases)))
    }
    for _ in 0..<dice.pick([0, 1, 3]) { entry.attributes.append(filling.plain()) }
    return entry
  }
}
