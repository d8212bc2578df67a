package import JSON

extension JSONReader.Limits {
  /// The limits for reports of other tools.
  package static let ofReports: JSONReader.Limits = {
    var limits = JSONReader.Limits()
    limits.nesting = 512
    limits.takesHugeNumbers = true
    return limits
  }()
}
