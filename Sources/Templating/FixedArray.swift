/// Elements that never change or move: renderers on all threads read them without counting references.
package struct FixedArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
  private final class Memory: Sendable {
    nonisolated(unsafe) let elements: UnsafeMutableBufferPointer<Element>

    init(_ count: Int) {
      elements = .allocate(capacity: count)
    }

    deinit {
      elements.deallocate()
    }
  }

  private let memory: Memory

  init(_ elements: some Collection<Element>) {
    memory = Memory(elements.count)
    _ = memory.elements.initialize(fromContentsOf: elements)
  }

  init(count: Int, _ element: (Int) -> Element) {
    memory = Memory(count)
    for index in 0..<count { memory.elements.initializeElement(at: index, to: element(index)) }
  }

  /// Valid as long as there is a copy of this array.
  var unowned: UnsafeBufferPointer<Element> { UnsafeBufferPointer(memory.elements) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { memory.elements.count }

  package subscript(index: Int) -> Element {
    precondition(memory.elements.indices.contains(index))
    return memory.elements[index]
  }
}
