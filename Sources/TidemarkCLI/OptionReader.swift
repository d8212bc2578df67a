import Diagnostics

/// Declares the options of a command and reads them in one: each call names an option and returns its
/// value, so that an option exists exactly once, where the property that holds it is set. With no
/// arguments it only declares.
struct OptionReader {
  /// In the order of the help.
  private(set) var declared: [OptionSpec] = []
  /// Values that are not of their option's type.
  private(set) var problems: [Diagnostic] = []
  private let arguments: Arguments

  init(_ arguments: Arguments = Arguments()) {
    self.arguments = arguments
  }

  /// The options that a command declares.
  static func declarations(of command: (some Command).Type) -> [OptionSpec] {
    var reader = OptionReader()
    _ = command.init(&reader)
    return reader.declared
  }

  /// Every value that is given.
  mutating func settings(_ option: OptionSpec) -> [Setting] {
    declared.append(option)
    return arguments.settings(of: option)
  }

  /// The value that counts.
  mutating func setting(_ option: OptionSpec) -> Setting? { settings(option).last }

  mutating func text(_ option: OptionSpec) -> String? { setting(option)?.value }

  mutating func flag(_ option: OptionSpec) -> Bool { setting(option)?.value == "true" }

  /// A value of a type of its own; nil, with a problem, when it can't be converted.
  mutating func value<Value>(
    _ option: OptionSpec, _ rule: String, _ convert: (String) -> Value?
  ) -> Given<Value>? {
    guard let setting = setting(option) else { return nil }
    if let value = convert(setting.value) { return Given(value: value, setting: setting) }
    problems.append(UsageError.badValue(setting, why: rule).diagnostic(about: setting))
    return nil
  }

  /// A whole number of at least `least`.
  mutating func number(
    _ option: OptionSpec, from least: Int, to most: Int = .max
  ) -> Given<Int>? {
    guard let setting = setting(option) else { return nil }
    if let number = Int(setting.value), number >= least, number <= most {
      return Given(value: number, setting: setting)
    }
    problems.append(
      UsageError.badNumber(option: setting.name, value: setting.value, least: least)
        .diagnostic(about: setting))
    return nil
  }

  /// One of the words of a type; the parser refuses others.
  mutating func choice<Value: RawRepresentable<String>>(_ option: OptionSpec) -> Given<Value>? {
    guard let setting = setting(option) else { return nil }
    return Value(rawValue: setting.value).map { Given(value: $0, setting: setting) }
  }
}

/// An option's value and where it was given.
struct Given<Value> {
  var value: Value
  var setting: Setting
}

extension Given: Sendable where Value: Sendable {}
