internal import Model
internal import Text

extension TestCase {
  private static let longestStepText = 1_000
  private static let mostParameters = 20

  /// Cuts its steps to the limits of a message, and their texts. Removes texts that the test
  /// repeats. Returns how many steps are left out.
  mutating func limitSteps() -> Int {
    if steps.isEmpty { return 0 }
    let (kept, leftOut) = steps.limited()
    steps = kept.withoutRepetitions(of: text)
    for index in steps.indices {
      steps[index].change { step in
        step.title = MessageMaker.shortened(step.title, to: Self.longestStepText)
        step.message = step.message.map { MessageMaker.shortened($0, to: Self.longestStepText) }
        step.parameters = step.parameters.prefix(Self.mostParameters).map {
          .init(
            name: MessageMaker.shortened($0.name, to: Self.longestStepText),
            value: MessageMaker.shortened($0.value, to: Self.longestStepText))
        }
        step.attachments = Array(step.attachments.prefix(Message.Attachment.mostOfMessage))
      }
    }
    return leftOut
  }
}
