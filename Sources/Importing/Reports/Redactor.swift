internal import Basics
internal import Diagnostics

/// Hides secrets in the texts of reports: what has a well-known form, and values that are given.
package struct Redactor: Sendable {
  /// What stands in place of a secret.
  package static let sign = "‹redacted›"
  /// The least number of characters of a value that is hidden: shorter ones are parts of words.
  package static let shortestValue = 4

  /// Whether well-known forms are hidden.
  private let knowsForms: Bool
  private var values = HiddenValues()
  /// nil for those of all forms that it knows, which most programs never ask for.
  private var ownMarks: SecretScan.Marks?
  /// How many secrets have been hidden.
  package private(set) var count = 0

  package init(knowsForms: Bool = true) {
    self.knowsForms = knowsForms
  }

  private var marks: SecretScan.Marks {
    ownMarks ?? (knowsForms ? SecretScan.marks : SecretScan.Marks())
  }

  /// Hides a value from now on, of several lines each one; false if it is too short.
  package mutating func hide(_ value: String) -> Bool {
    let lines = value.utf8.split { $0 == 0x0A || $0 == 0x0D }
    var isHidden = false
    for line in lines {
      let trimmed = Array(line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
      guard String(decoding: trimmed, as: UTF8.self).count >= Self.shortestValue else { continue }
      values.insert(trimmed)
      isHidden = true
    }
    var marks = marks
    for byte in values.beginnings { marks.first[Int(byte)] = SecretScan.Marks.anySecond }
    ownMarks = marks
    return isHidden
  }

  /// The text with a sign in place of each secret. Takes linear time.
  package mutating func redacted(_ text: String) -> String {
    return text.withBytes { redacted($0) } ?? text
  }

  /// Whether there may be something to hide, which is seldom so.
  func mayHide(in bytes: [UInt8]) -> Bool {
    (knowsForms || !values.isEmpty)
      && bytes.withUnsafeBufferPointer { candidate(in: $0, from: 0) } != nil
  }

  /// Lines with a sign in place of each secret, which leaves their number as it is; nil if nothing is
  /// to be hidden.
  mutating func redactedLines(_ lines: [UInt8]) -> [UInt8]? {
    lines.withUnsafeBufferPointer { redacted($0, keepsLines: true) }.map { Array($0.utf8) }
  }

  /// Counts a secret that was hidden before its place was known to be shown.
  mutating func countHidden() { count += 1 }

  /// nil if nothing is to be hidden.
  fileprivate mutating func redacted(
    _ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool = false
  ) -> String? {
    guard knowsForms || !values.isEmpty, let start = candidate(in: bytes, from: 0) else {
      return nil
    }
    var scan = SecretScan(bytes, values: values, knowsForms: knowsForms)
    var output = ByteSink()
    var isChanged = false
    var next = Optional(start)
    while let index = next {
      guard let secret = scan.secret(at: index) else {
        next = candidate(in: bytes, from: index + 1)
        continue
      }
      // What is hidden in pieces is one secret.
      if !isChanged || secret.lowerBound > scan.written {
        output.write(UnsafeBufferPointer(rebasing: bytes[scan.written..<secret.lowerBound]))
        output.write(Self.sign)
        count += 1
      }
      if keepsLines {
        for byte in bytes[secret] where byte == 0x0A { output.write(byte: byte) }
      }
      isChanged = true
      scan.written = secret.upperBound
      next = candidate(in: bytes, from: secret.upperBound)
    }
    guard isChanged else { return nil }
    output.write(UnsafeBufferPointer(rebasing: bytes[scan.written...]))
    return output.string
  }

  /// The next index at which a secret may be recognized.
  private func candidate(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let marks = marks
    return marks.first.withUnsafeBufferPointer { first in
      marks.second.withUnsafeBufferPointer { second in
        var index = start
        while index < bytes.count {
          let mark = first[Int(bytes[index])]
          if mark != 0 {
            let follower = index &+ 1 < bytes.count ? bytes[index &+ 1] : 0
            if second[Int(follower)] & mark != 0 { return index }
          }
          index &+= 1
        }
        return nil
      }
    }
  }
}

extension Redactor {
  mutating func redact(_ text: inout String) {
    if let hidden = text.withBytes({ redacted($0) }) { text = hidden }
  }

  mutating func redact(_ text: inout String?) {
    if text != nil { text = redacted(text) }
  }

  mutating func redacted(_ text: String?) -> String? { text.map { redacted($0) } }

  /// An address, nil if it holds a secret: without it, it leads nowhere.
  mutating func redacted(address: String?) -> String? {
    guard let address, redacted(address) == address else { return nil }
    return address
  }
}
