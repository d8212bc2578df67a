internal import Basics

/// Hides secrets in the texts of reports: what has a well-known form, and values that are given.
package struct Redactor: Sendable {
  /// What stands in place of a secret.
  package static let sign = "‹redacted›"
  /// The least number of characters of a value that is hidden: shorter ones are parts of words.
  package static let shortestValue = 4

  /// Whether well-known forms are hidden.
  private let knowsForms: Bool
  private var values = HiddenValues()
  /// Whether a secret may begin with a byte, or be recognized by it.
  private var interest: [Bool]
  /// How many secrets have been hidden.
  package private(set) var count = 0

  package init(knowsForms: Bool = true) {
    self.knowsForms = knowsForms
    interest = (0...255).map { knowsForms && SecretScan.beginnings.contains($0) }
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
    for byte in values.beginnings { interest[Int(byte)] = true }
    return isHidden
  }

  /// The text with a sign in place of each secret. Takes linear time.
  package mutating func redacted(_ text: String) -> String {
    var text = text
    return text.withUTF8 { redacted($0) } ?? text
  }

  /// nil if nothing is to be hidden.
  fileprivate mutating func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard knowsForms || !values.isEmpty else { return nil }
    // Most texts hold no byte by which a secret is recognized.
    guard bytes.contains(where: { interest[Int($0)] }) else { return nil }
    var scan = SecretScan(bytes, values: values, knowsForms: knowsForms)
    var output = ByteSink()
    var isChanged = false
    interest.withUnsafeBufferPointer { interest in
      var index = 0
      while index < bytes.count {
        guard interest[Int(bytes[index])], let secret = scan.secret(at: index) else {
          index &+= 1
          continue
        }
        // What is hidden in pieces is one secret.
        if !isChanged || secret.lowerBound > scan.written {
          output.write(UnsafeBufferPointer(rebasing: bytes[scan.written..<secret.lowerBound]))
          output.write(Self.sign)
          count += 1
        }
        isChanged = true
        index = secret.upperBound
        scan.written = index
      }
    }
    guard isChanged else { return nil }
    output.write(UnsafeBufferPointer(rebasing: bytes[scan.written...]))
    return output.string
  }
}

extension Redactor {
  mutating func redact(_ text: inout String) {
    if let hidden = text.withUTF8({ redacted($0) }) { text = hidden }
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
