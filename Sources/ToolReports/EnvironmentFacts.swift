internal import Localization
internal import Model

/// The facts that say where a run took place: the system, browsers, devices, and the versions of
/// programs.
///
/// Only properties with a well-known name become facts, because others may hold secrets, paths and
/// names of users.
package struct EnvironmentFacts: Sendable {
  /// What a fact is about.
  private enum Subject: Hashable {
    case system, browser, device, host, timeZone
    case program(String)
  }

  /// The parts of a value, in their order: `Linux`, `6.1.0` and `amd64` of a system.
  private enum Part: Int, CaseIterable {
    case name, version, architecture
  }

  private struct Values {
    var subject: Subject
    var part: Part
    var values: [String]
  }

  private var found: [Values] = []

  private static let mostFacts = 16
  private static let mostValues = 20
  private static let longestValue = 80
  private static let longestRead = 2_000

  /// The subjects of properties, by their names in lower case, without signs.
  private static let subjects: [String: (Subject, Part)] = [
    "os": (.system, .name), "osname": (.system, .name), "osplatform": (.system, .name),
    "platform": (.system, .name), "platformname": (.system, .name),
    "osversion": (.system, .version), "osrelease": (.system, .version),
    "platformversion": (.system, .version),
    "osarch": (.system, .architecture), "arch": (.system, .architecture),
    "architecture": (.system, .architecture),
    "browser": (.browser, .name), "browsername": (.browser, .name),
    "browserversion": (.browser, .version),
    "device": (.device, .name), "devicename": (.device, .name),
    "host": (.host, .name), "hostname": (.host, .name), "machinename": (.host, .name),
    "computername": (.host, .name),
    "timezone": (.timeZone, .name), "usertimezone": (.timeZone, .name), "tz": (.timeZone, .name),
  ]

  /// The names of programs whose version is a property, such as `python` and `java.version`.
  private static let programs: [String: String] = [
    "java": "Java", "jdk": "Java", "python": "Python", "pypy": "PyPy", "node": "Node.js",
    "nodejs": "Node.js", "ruby": "Ruby", "php": "PHP", "go": "Go", "dotnet": ".NET",
    "clr": "CLR", "rust": "Rust", "rustc": "Rust", "swift": "Swift", "pytest": "pytest",
  ]

  package init() {}

  package static func isOne(_ property: String) -> Bool { subject(of: property) != nil }

  private static func subject(of property: String) -> (Subject, Part)? {
    if property.utf8.count > longestValue { return nil }
    var word = property.lowercased().filter { $0.isLetter || $0.isNumber }
    if let known = subjects[word] { return known }
    if word.hasSuffix("version") { word.removeLast("version".count) }
    return programs[word].map { (.program($0), .version) }
  }

  /// Adds a property if it describes the environment.
  package mutating func add(_ property: String, _ value: String?) {
    guard let value, let (subject, part) = Self.subject(of: property) else { return }
    if case .program(let name) = subject {
      add(program: name, value)
    } else {
      insert(value, as: part, of: subject)
    }
  }

  /// Adds the version of a program. A text without a number is not a version.
  package mutating func add(program: String, _ version: String?) {
    guard let version else { return }
    var value = PlainText.trimmed(String(version.prefix { $0 != "(" }))
    for prefix in [program.lowercased(), "v"] where value.lowercased().hasPrefix(prefix) {
      value = PlainText.trimmed(String(value.dropFirst(prefix.count)))
    }
    guard value.first?.isNumber ?? false else { return }
    insert(value, as: .version, of: .program(program))
  }

  /// Adds the name of a host, except names that stand for none.
  package mutating func add(host: String?) {
    guard let host, !["", "localhost", "tbd", "unknown"].contains(host.lowercased()) else { return }
    insert(host, as: .name, of: .host)
  }

  private mutating func insert(_ value: String, as part: Part, of subject: Subject) {
    // Cut to its shown length in `facts`, because a part of a secret is not recognized.
    let value = MessageMaker.shortened(PlainText.trimmed(value), to: Self.longestRead)
    if value.isEmpty { return }
    guard let index = found.firstIndex(where: { $0.subject == subject && $0.part == part }) else {
      if found.count < Self.mostFacts {
        found.append(Values(subject: subject, part: part, values: [value]))
      }
      return
    }
    guard found[index].values.count < Self.mostValues, !found[index].values.contains(value) else {
      return
    }
    found[index].values.append(value)
  }

  mutating func redact(_ redactor: inout Redactor) {
    for index in found.indices {
      found[index].values = found[index].values.map { redactor.redacted($0) }
      if case .program(let name) = found[index].subject {
        found[index].subject = .program(redactor.redacted(name))
      }
    }
  }

  /// The facts. Parts of one value become one text: `Linux 6.1.0 amd64`.
  func facts(_ locale: Locale) -> [Dataset.Run.Fact] {
    var subjects: [Subject] = []
    for values in found where !subjects.contains(values.subject) { subjects.append(values.subject) }
    return subjects.map { subject in
      let parts = Part.allCases.compactMap { part in
        found.first { $0.subject == subject && $0.part == part }?.values.map(Self.shown)
      }
      // It is unknown which of several names has which version.
      let isOne = parts.allSatisfy { $0.count == 1 }
      let value =
        isOne ? parts.map { $0[0] }.joined(separator: " ") : parts[0].joined(separator: ", ")
      let kind: Dataset.Run.Fact.Kind = subject == .host ? .host : .environment
      return Dataset.Run.Fact(title: Self.title(subject, locale), value: value, kind: kind)
    }
  }

  private static func title(_ subject: Subject, _ locale: Locale) -> String {
    switch subject {
    case .system: locale.string(.factSystem)
    case .browser: locale.string(.factBrowser)
    case .device: locale.string(.factDevice)
    case .host: locale.string(.factHost)
    case .timeZone: locale.string(.factTimeZone)
    case .program(let name): shown(name)
    }
  }

  private static func shown(_ text: String) -> String {
    MessageMaker.shortened(text, to: longestValue)
  }
}
