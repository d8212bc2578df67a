/// The use of a field for a finding or a test, and the names that tools give to such a field, the
/// best first. The names are in lower case and without other characters than letters and digits.
struct FieldRole: Hashable, Sendable {
  /// The key in a format file.
  var key: String
  /// How much it speaks for a list that it has such a field.
  var weight: Double
  var names: [String]

  private init(_ key: String, _ weight: Double, _ names: String) {
    (self.key, self.weight) = (key, weight)
    self.names = names.split(separator: " ").map(String.init)
  }

  static let line = FieldRole(
    "line", 3, "line lineno linenumber startline beginline linestart startlinenumber row startrow")
  static let column = FieldRole(
    "column", 1, "column col columnnumber startcolumn begincolumn columnno coloffset columnstart")
  static let level = FieldRole(
    "level", 4,
    "severity level priority urgency risk criticality threat impact rating severitylevel "
      + "risklevel riskdesc importance type kind category class status result")
  static let link = FieldRole(
    "link", 0.5,
    "url link href helpurl helpuri moreinfo infourl ruleurl documentation reference references docs "
      + "primaryurl uri")
  static let time = FieldRole(
    "time", 0.3, "time timestamp date datetime created createdat detectedat foundat firstseen")
  static let version = FieldRole(
    "version", 0.5, "version installedversion packageversion currentversion foundversion")
  static let fixed = FieldRole(
    "fixed", 0.5,
    "fixedversion fixversion fixedin fixversions fixedversions patchedversions patchedversion fix")
  static let package = FieldRole(
    "package", 1.5,
    "package packagename pkgname pkg component componentname dependency library module modulename "
      + "artifactname")
  static let file = FieldRole(
    "file", 3,
    "file filename filepath path sourcefile sourcepath relativepath absolutepath location resource "
      + "target source uri name")
  static let rule = FieldRole(
    "rule", 2,
    "ruleid rule rulename checkid checkname check testid vulnerabilityid vulnid cveid cve pluginid "
      + "queryid code errorcode id identifier key symbol ref source type name")
  static let message = FieldRole(
    "message", 4,
    "message msg alert issuetext messagetext text title summary shortdescription description desc "
      + "displaymessage reason problem issue finding comment explanation error info name")
  static let details = FieldRole(
    "details", 0.5,
    "description details longdescription fulldescription detail explanation recommendation "
      + "remediation solution body")

  /// The roles of findings, in the order in which they choose their fields.
  static let ofFindings = [
    line, column, level, link, time, fixed, version, package, file, message, rule, details,
  ]

  static let name = FieldRole(
    "name", 3, "name testname title test testcase fullname displayname case scenario description id"
  )
  static let outcome = FieldRole(
    "outcome", 4, "outcome status result state verdict passed success ok testresult")
  static let className = FieldRole("class", 0.5, "classname class testclass fixture")
  static let suite = FieldRole(
    "suites", 1, "suite suitename testsuite group module feature name title file classname package")
  static let seconds = FieldRole(
    "seconds", 1,
    "seconds duration time elapsed runtime executiontime durationms timems elapsedms took")
  static let testMessage = FieldRole(
    "message", 0.5, "message failuremessage errormessage error failure reason msg text")
  static let testDetails = FieldRole(
    "details", 0.5, "stacktrace trace stack backtrace details detail log traceback")

  /// The roles of tests, in this order. The suite comes from the elements around the test, too.
  static let ofTests = [
    outcome, line, seconds, className, name, suite, file, testMessage, testDetails,
  ]
}

/// A word in the name of a field.
enum FieldName {
  /// The words of a name such as `issue_severity` or `startLine`, in lower case.
  static func words(_ name: String) -> [String] {
    var words = [""]
    var wasLower = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        words.append("")
        wasLower = false
        continue
      }
      if character.isUppercase, wasLower { words.append("") }
      wasLower = !character.isUppercase
      words[words.count - 1] += character.lowercased()
    }
    return words.filter { !$0.isEmpty }
  }
}
