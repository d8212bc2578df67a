/// The same test in several environments.
extension TestDigests {
  /// The beginning of the name of a test that one report holds in several environments: `[chrome] `.
  package static func mark(of environment: String) -> String { "[\(environment)] " }

  /// Whether the class of a test is named like its suite.
  static func hasRepeatedSuite(_ fingerprint: Substring.UTF8View) -> Bool {
    let names = fingerprint.dropFirst(prefix.utf8.count)
      .split(separator: separator, omittingEmptySubsequences: false).suffix(3)
    return names.count == 3 && names[names.startIndex].elementsEqual(names[names.startIndex + 1])
  }

  /// The end of the mark of an environment, or of a part of its name, at the beginning of a title
  /// or of a test's name; nil if there is none.
  package static func markEnd(of environment: String, in name: Substring) -> String.Index? {
    guard name.utf8.first == UInt8(ascii: "["),
      let end = name.utf8.firstIndex(of: UInt8(ascii: "]")),
      name[end...].utf8.starts(with: "] ".utf8),
      EnvironmentName.has(environment, name[name.utf8.index(after: name.startIndex)..<end])
    else { return nil }
    return name.utf8.index(end, offsetBy: 2)
  }

  /// The suite of a test that is named like an environment, and the fingerprint without it; nil if
  /// no suite is.
  package static func environmentSuite(
    of fingerprint: String
  ) -> (environment: String, others: String)? {
    let bytes = Array(fingerprint.utf8)[...]
    guard let (suites, name) = parts(of: bytes), suites.count > prefix.utf8.count else {
      return nil
    }
    var others = suites.dropFirst(prefix.utf8.count)
      .split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let place = others.firstIndex(where: { EnvironmentName.isOne($0) }) else { return nil }
    let environment = others.remove(at: place)
    others.append(String(decoding: name, as: UTF8.self))
    return (environment, others.joined(separator: String(UnicodeScalar(separator))))
  }
}

extension Message {
  /// The fingerprint of its test in any environment: without the mark of its own, which may be a
  /// part of the environment's name, and without the project that follows it in Playwright's JUnit.
  package var fingerprintAnywhere: String? {
    guard let fingerprint, let environment else { return fingerprint }
    let bytes = fingerprint.utf8
    let separator = bytes.lastIndex(of: TestDigests.separator)
    let start =
      separator.map { bytes.index(after: $0) }
      ?? bytes.index(bytes.startIndex, offsetBy: min(TestDigests.prefix.utf8.count, bytes.count))
    if let separator, EnvironmentName.has(environment, fingerprint[start...]),
      TestDigests.hasRepeatedSuite(bytes[..<separator])
    {
      return String(fingerprint[..<separator])
    }
    guard let end = TestDigests.markEnd(of: environment, in: fingerprint[start...]) else {
      return fingerprint
    }
    return String(fingerprint[..<start]) + String(fingerprint[end...])
  }
}

extension RunScope {
  /// The environments whose tests are listed.
  package var environments: Set<String> {
    Set(parts.lazy.filter { $0.tests != nil }.compactMap(\.environment))
  }

  /// What scanners checked: images, folders.
  package var scanned: Set<String> {
    Set(parts.lazy.filter { $0.tests == nil }.compactMap(\.environment))
  }

  /// The environments that replace one that this run does not have, such as the next version of a
  /// browser: their names differ only in numbers or say more of it, and the previous run did not
  /// have them.
  package func successors(of environment: String, after before: RunScope?) -> Set<String> {
    let now = environments
    if now.contains(environment) { return [] }
    let outline = EnvironmentName.withoutNumbers(environment)
    return now.subtracting(before?.environments ?? []).filter {
      EnvironmentName.withoutNumbers($0) == outline || EnvironmentName.has($0, environment)
    }
  }

  /// The environments of an earlier run that this run does not have, if it names its environments.
  /// Machines do not count, because another run may have another machine.
  package func absentEnvironments(since before: RunScope?) -> Set<String> {
    if environments.isEmpty { return [] }
    return (before?.environments ?? []).filter {
      lacks($0, after: before)
    }
  }

  /// Whether an environment is absent as a whole, so that none of its tests was deleted.
  package func lacks(_ environment: String, after before: RunScope?) -> Bool {
    let now = environments
    return !now.isEmpty && EnvironmentName.isOne(environment) && !now.contains(environment)
      && successors(of: environment, after: before).isEmpty
  }

  /// The tests of an earlier run that ran only in environments that this run does not have.
  package func testsOfAbsentEnvironments(since before: RunScope?) -> Set<UInt64> {
    let absent = absentEnvironments(since: before)
    if absent.isEmpty { return [] }
    var (found, others): (Set<UInt64>, Set<UInt64>) = ([], [])
    for part in before?.parts ?? [] {
      guard let tests = part.allTests else { continue }
      if let environment = part.environment, absent.contains(environment) {
        found.formUnion(tests.values)
      } else {
        others.formUnion(tests.values)
      }
    }
    return found.subtracting(others)
  }
}

extension RunScope {
  /// The names without numbers of several versions that have a test in common. Each of these
  /// versions was chosen. Others are the versions of any machine.
  fileprivate func matrices(of versions: [String: [String]]) -> Set<String> {
    var (first, found): ([String: [UInt64: String]], Set<String>) = ([:], [])
    for part in parts {
      guard let own = part.environment, let tests = part.allTests else { continue }
      let name = EnvironmentName.withoutNumbers(own)
      if versions[name, default: []].count < 2 || found.contains(name) { continue }
      for test in tests.values where !TestDigests.isSuite(test) {
        if let other = first[name]?[test] {
          if other != own { found.insert(name) }
        } else {
          first[name, default: [:]][test] = own
        }
      }
    }
    return found
  }
}

extension Dataset {
  /// Removes the environments of messages that do not tell where a test fails: the only machine that
  /// ran the test, or the only version of a system on which parts of the run were. Another run may
  /// have another one.
  package mutating func forgetSingleMachines() {
    guard let scope, !scope.environments.isEmpty else { return }
    let versions = Dictionary(grouping: scope.environments) { EnvironmentName.withoutNumbers($0) }
    let matrices = scope.matrices(of: versions)
    func isPlace(_ environment: String) -> Bool {
      let name = EnvironmentName.withoutNumbers(environment)
      return EnvironmentName.isOne(environment)
        && (versions[name, default: []].count < 2 || matrices.contains(name))
    }
    var open: [UInt64: [Int]] = [:]
    for index in messages.indices {
      guard let environment = messages[index].environment, !isPlace(environment),
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
