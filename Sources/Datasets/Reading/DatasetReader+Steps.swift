import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  mutating func readSteps(
    _ reader: inout JSONReader, _ rules: inout MessageRules
  ) -> [Message.Step] {
    let start = reader.valuePosition
    let (steps, leftOut) = readSteps(&reader).limited()
    guard leftOut > 0 else { return steps }
    rules.stepsLeftOut = leftOut
    reader.report(
      .warning, "too-many-steps", at: start,
      "a message has more than \(Message.Step.mostOfMessage) steps, or more than "
        + "\(Message.Step.mostLevels) levels of them",
      help: ["the steps that lead to the failure are kept, \(leftOut) others are left out"])
    return steps
  }

  /// The nesting of objects is limited by the reader.
  private mutating func readSteps(_ reader: inout JSONReader) -> [Message.Step] {
    var steps: [Message.Step] = []
    guard reader.beginArray("steps") else { return [] }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.step, in: &reader) else { continue }
      var step = Message.Step(title: "", status: .unknown)
      while let key = fields.next(&reader) {
        switch key {
        case .title: step.title = readTitle(&reader, of: "a step") ?? ""
        case .status:
          step.status = DatasetChoices.stepStatus.read(&reader, name: "status") ?? .unknown
        case .seconds: step.seconds = reader.seconds("seconds")
        case .parameters: step.parameters = readParameters(&reader)
        case .message: step.message = reader.string("message")
        case .attachments: readAttachments(&reader, into: &step.attachments)
        case .steps: step.children = readSteps(&reader)
        }
      }
      steps.append(step)
    }
    return steps
  }

  private mutating func readParameters(_ reader: inout JSONReader) -> [Message.Step.Parameter] {
    var parameters: [Message.Step.Parameter] = []
    guard reader.beginArray("parameters") else { return [] }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.parameter, in: &reader) else { continue }
      var parameter = Message.Step.Parameter(name: "", value: "")
      while let key = fields.next(&reader) {
        switch key {
        case .name: parameter.name = readShared(&reader, "name") ?? ""
        case .value: parameter.value = reader.string("value") ?? ""
        }
      }
      parameters.append(parameter)
    }
    return parameters
  }
}
