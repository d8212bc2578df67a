internal import Basics

/// Collects what messages are made of, and has them made on another thread while reading goes on, in
/// the order in which they are added. Few are made at once when they are asked for.
final class MessageDesk {
  private var pending: [MessageMaker.Source?] = []
  private var errand: Errand?
  private let table: Table

  /// What the other thread works at. Only one thread has it: the other one from `handOver` to `wait`.
  private final class Table: @unchecked Sendable {
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
  private static let batch = 1_024

  init(_ context: ImportContext) {
    table = Table(MessageMaker(context))
  }

  func add(_ source: consuming MessageMaker.Source) {
    pending.append(source)
    if pending.count == Self.batch { handOver() }
  }

  /// The maker with all messages.
  var maker: MessageMaker {
    _read {
      settle()
      yield table.maker
    }
  }

  /// Hides a value in what is added from now on; false if it is too short.
  func hide(_ value: String) -> Bool {
    settle()
    return table.maker.redactor.hide(value)
  }

  func redact(_ body: (inout Redactor) -> Void) {
    settle()
    body(&table.maker.redactor)
  }

  private func handOver() {
    errand?.wait()
    swap(&table.sources, &pending)
    errand = Workers.begin { [table] in table.work() }
  }

  private func settle() {
    errand?.wait()
    errand = nil
    guard !pending.isEmpty else { return }
    swap(&table.sources, &pending)
    table.work()
  }
}
