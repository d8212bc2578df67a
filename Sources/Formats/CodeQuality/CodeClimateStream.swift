// Unsafe pointers: the source is changed as it is read, without a copy.

internal import JSON

/// Turns the issues of Code Climate's engines, each followed by a NUL, into a JSON list. A list is
/// passed on unchanged.
final class CodeClimateStream {
  /// Whether the input is a stream, which may be incomplete; nil before the first byte.
  private(set) var isStream: Bool?
  private let source: ByteSource
  private var hasEnded = false

  init(_ source: ByteSource) {
    self.source = source
  }

  var list: ByteSource { ByteSource { [self] in fill($0) } }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard isStream != false else { return source.fill(buffer) }
    guard isStream == nil else { return fillOn(buffer) }
    guard buffer.count > 1 else { return 0 }
    let count = source.fill(UnsafeMutableRawBufferPointer(rebasing: buffer.dropLast()))
    guard count > 0 else { return count }
    // A stream begins with an issue, a list with a bracket.
    isStream = buffer.prefix(count).first { $0 > 0x20 } == UInt8(ascii: "{")
    guard isStream == true else { return count }
    for index in (0..<count).reversed() { buffer[index + 1] = buffer[index] }
    buffer[0] = UInt8(ascii: "[")
    join(buffer, count + 1)
    return count + 1
  }

  private func fillOn(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !hasEnded, !buffer.isEmpty else { return 0 }
    let count = source.fill(buffer)
    if count > 0 { join(buffer, count) }
    guard count == 0 else { return count }
    hasEnded = true
    buffer[0] = UInt8(ascii: "]")
    return 1
  }

  /// Replaces each NUL by a comma. The list may therefore end with a comma.
  private func join(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
    for index in 0..<count where buffer[index] == 0 { buffer[index] = UInt8(ascii: ",") }
  }
}
