internal import Basics

/// The same test in several environments.
extension TestDigests {
  /// The beginning of the name of a test that one report holds in several environments: `[chrome] `.
  package static func mark(of environment: String) -> String { "[\(environment)] " }
}

extension Message {
  /// The fingerprint of its test in any environment: without the mark of its own.
  package var fingerprintAnywhere: String? {
    guard let fingerprint, let environment else { return fingerprint }
    let bytes = fingerprint.utf8
    let start =
      bytes.lastIndex(of: TestDigests.separator).map { bytes.index(after: $0) }
      ?? bytes.index(bytes.startIndex, offsetBy: min(TestDigests.prefix.utf8.count, bytes.count))
    let mark = TestDigests.mark(of: environment).utf8
    guard bytes[start...].starts(with: mark) else { return fingerprint }
    return String(fingerprint[..<start])
      + String(fingerprint[bytes.index(start, offsetBy: mark.count)...])
  }
}

extension RunScope {
  /// The environments whose tests are listed.
  package var environments: Set<String> { Set(parts.compactMap(\.environment)) }

  /// The environments that replace one that this run does not have, such as the next version of a
  /// browser: their names differ only in numbers, and the previous run did not have them.
  package func successors(of environment: String, after before: RunScope?) -> Set<String> {
    let now = environments
    if now.contains(environment) { return [] }
    let outline = EnvironmentName.withoutNumbers(environment)
    return now.subtracting(before?.environments ?? []).filter {
      EnvironmentName.withoutNumbers($0) == outline
    }
  }
}

extension Dataset {
  /// Removes the environments of messages that do not tell where a test fails: the only machine that
  /// ran the test. Another run may have another machine.
  package mutating func forgetSingleMachines() {
    guard let scope, !scope.environments.isEmpty else { return }
    var open: [UInt64: [Int]] = [:]
    for index in messages.indices {
      guard let environment = messages[index].environment, !EnvironmentName.isOne(environment),
        let fingerprint = messages[index].fingerprint,
        fingerprint == messages[index].fingerprintAnywhere
      else { continue }
      open[TestDigests.digest(of: fingerprint), default: []].append(index)
    }
    if open.isEmpty { return }
    var found: [UInt64: Set<String>] = [:]
    for part in scope.parts {
      guard let environment = part.environment, let tests = part.testsRun else { continue }
      for digest in tests.values where open[digest] != nil {
        found[digest, default: []].insert(environment)
      }
    }
    for (digest, indices) in open where found[digest]?.count == 1 {
      for index in indices where found[digest]?.first == messages[index].environment {
        messages[index].environment = nil
      }
    }
  }
}
