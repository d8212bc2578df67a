internal import JSON
internal import Model

/// Messages that one thread makes and another one takes. Unlike those of an array, they are moved to another
/// place without a copy, which would change the reference count of each of their texts.
///
/// Unchecked, since the thread that takes it is the only one that still has it.
final class MessageBlock: @unchecked Sendable {
  private var start: UnsafeMutablePointer<Message>
  private var capacity = 256
  private(set) var count = 0

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// Whether none has an id, of which a dataset must not have two.
  var arePlain: Bool {
    UnsafeBufferPointer(start: start, count: count).allSatisfy { $0.id == nil }
  }

  /// Adds a message, which `fill` is given empty. It is dropped where that returns false.
  func add(_ fill: (inout Message) -> Bool) {
    if count == capacity { grow() }
    let place = start + count
    place.initialize(to: Message(urgency: .information, title: "", source: SourceMark()))
    if fill(&place.pointee) { count += 1 } else { place.deinitialize(count: 1) }
  }

  /// Moves all messages to the end of an array, and their positions behind another one.
  func move(behind position: JSONReader.Position, to messages: inout [Message]) {
    for index in 0..<count { start[index].source.move(behind: position) }
    messages.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let end = buffer.baseAddress else { return }
        (end + initialized).moveInitialize(from: start, count: count)
        initialized += count
      }
    }
    count = 0
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Message>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
