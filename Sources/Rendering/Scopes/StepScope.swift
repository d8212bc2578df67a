import Composing
import Localization
import Model
import Templating

/// The steps of a test, or the steps inside a step.
final class StepScope: Scope {
  private let view: ReportView
  private let steps: [Message.Step]
  private let base: String?
  private let position: Int
  /// The index of the first attachment of each step among all of the message and its steps.
  private let starts: [Int]
  /// The index of the step of the failing path; nil if it is elsewhere.
  private let failed: Int?

  /// - Parameters:
  ///   - position: The index of the message.
  ///   - onPath: Whether the failing path leads here.
  init(
    _ view: ReportView, _ steps: [Message.Step], base: String?, of position: Int,
    attachmentsFrom start: Int, onPath: Bool
  ) {
    (self.view, self.steps, self.base, self.position) = (view, steps, base, position)
    var starts: [Int] = []
    var next = start
    for step in steps {
      starts.append(next)
      next += step.attachmentCount
    }
    self.starts = starts
    failed = onPath ? steps.failingPath.first : nil
  }

  var records: Value { .records(self, steps.indices) }

  func value(_ name: Name, at index: Int) -> Value {
    let step = steps[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(step.title)
    case .status: .text(step.status.rawValue)
    case .statusWord: view.said(view.report.locale.word(for: step.status))
    case .tone: .text(Self.tone(of: step.status).rawValue)
    case .parameters: Self.parameters(of: step)
    case .duration: view.said(view.report.locale.text(forDurationOf: step))
    case .text: Value(step.message)
    case .isOpen: .flag(index == failed)
    case .hasRest:
      .flag(!step.children.isEmpty || step.message != nil || !step.attachments.isEmpty)
    case .hasSteps: .flag(!step.children.isEmpty)
    case .steps: step.children.isEmpty ? .absent : children(of: index).records
    case .hasAttachments: .flag(!step.attachments.isEmpty)
    case .hasImages: .flag(attachments(of: index).hasImages)
    case .images: attachments(of: index).images
    case .hasVideos: .flag(attachments(of: index).hasVideos)
    case .videos: attachments(of: index).videos
    case .hasFiles: .flag(attachments(of: index).hasFiles)
    case .files: attachments(of: index).files
    default: .missing
    }
  }

  private static func tone(of status: Message.Step.Status) -> TimelineEntry.StatusNote.Tone {
    switch status {
    case .passed: .positive
    case .failed, .error: .negative
    case .skipped, .unknown: .neutral
    }
  }

  static func parameters(of step: Message.Step) -> Value {
    PropertyScope.records(step.parameters.map { Property($0.name, .text($0.value)) })
  }

  private func children(of index: Int) -> StepScope {
    StepScope(
      view, steps[index].children, base: base, of: position,
      attachmentsFrom: starts[index] + steps[index].attachments.count, onPath: index == failed)
  }

  private func attachments(of index: Int) -> AttachmentScope {
    AttachmentScope(
      view, steps[index].attachments, base: base, at: position, from: starts[index])
  }
}

/// The steps that lead to a failure, from the outside in.
final class FailedStepScope: Scope {
  private let view: ReportView
  private let path: [(step: Message.Step, passedBefore: Int)]

  init(_ view: ReportView, _ steps: [Message.Step]) {
    self.view = view
    var path: [(Message.Step, Int)] = []
    var steps = steps
    for index in steps.failingPath {
      path.append((steps[index], steps[..<index].count { $0.status == .passed }))
      steps = steps[index].children
    }
    self.path = path.suffix(view.style.mostSteps)
  }

  var records: Value { path.isEmpty ? .absent : .records(self, path.indices) }

  func value(_ name: Name, at index: Int) -> Value {
    let (step, passedBefore) = path[index]
    let locale = view.report.locale
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(step.title)
    case .statusWord: view.said(locale.word(for: step.status))
    case .parameters: StepScope.parameters(of: step)
    case .duration: view.said(locale.text(forDurationOf: step))
    case .text: Value(step.message?.split(whereSeparator: \.isNewline).first.map(String.init))
    case .indent:
      .finished(String(repeating: "  ", count: index))
    case .passedBefore:
      view.said(passedBefore > 0 ? locale.count(.stepsPassedBefore, passedBefore) : nil)
    default: .missing
    }
  }
}

extension Locale {
  fileprivate func word(for status: Message.Step.Status) -> String {
    switch status {
    case .passed: string(.factPassed)
    case .failed: string(.factFailed)
    case .error: string(.urgencyError)
    case .skipped: string(.factSkipped)
    case .unknown: string(.runStatusUnknown)
    }
  }

  /// The duration of a step, unless it is too short to be of interest.
  fileprivate func text(forDurationOf step: Message.Step) -> String? {
    step.seconds.flatMap { $0 >= 0.005 ? shortDuration(seconds: $0) : nil }
  }
}
