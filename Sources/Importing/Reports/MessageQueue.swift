internal import Basics
internal import Model

/// Collects what messages are made of, and has them made on another thread while reading goes on, in
/// the order in which they are added. Few are made at once when they are asked for.
final class MessageQueue {
  private var pending: [MessageMaker.Source?] = []
  private var task: Errand?
  private let shared: Batch

  /// What the other thread works at. Only one thread has it: the other one from `handOver` to `wait`.
  private final class Batch: @unchecked Sendable {
    var maker: MessageMaker
    var sources: [MessageMaker.Source?] = []

    init(_ maker: MessageMaker) {
      self.maker = maker
    }

    func work() {
      maker.add(&sources)
      sources.removeAll(keepingCapacity: true)
    }
  }

  /// How many are handed over at once.
  private static let batchSize = 1_024

  init(_ context: ImportContext) {
    shared = Batch(MessageMaker(context))
  }

  func add(_ source: consuming MessageMaker.Source) {
    pending.append(source)
    if pending.count == Self.batchSize { handOver() }
  }

  /// The maker with all messages.
  var maker: MessageMaker {
    _read {
      settle()
      yield shared.maker
    }
  }

  /// Hides a value in what is added from now on; false if it is too short.
  func hide(_ value: String) -> Bool {
    settle()
    return shared.maker.redactor.hide(value)
  }

  func redact(_ body: (inout Redactor) -> Void) {
    settle()
    body(&shared.maker.redactor)
  }

  /// Puts a line in front of the texts of messages.
  func open(textsWith line: String, where applies: (SourceMark) -> Bool) {
    settle()
    shared.maker.open(textsWith: line, where: applies)
  }

  private func handOver() {
    task?.wait()
    swap(&shared.sources, &pending)
    task = Workers.begin { [shared] in shared.work() }
  }

  private func settle() {
    task?.wait()
    task = nil
    guard !pending.isEmpty else { return }
    swap(&shared.sources, &pending)
    shared.work()
  }
}
