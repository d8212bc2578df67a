/// The page that compares one run with another: `PROJECT/compare/BEFORE~AFTER.html`. The id of a
/// run can't contain `~`.
package struct ComparisonPage: Hashable {
  /// The id of the baseline's run.
  var before: String
  /// The id of the run that is reported.
  var after: String

  static let folder = "compare"
  package var path: String { "\(Self.folder)/\(before)~\(after).html" }

  package init(before: String, after: String) {
    self.before = before
    self.after = after
  }

  /// Parses the name of a page's file; nil for other files.
  init?(file: String) {
    guard file.hasSuffix(".html") else { return nil }
    let ids = file.dropLast(5).split(separator: "~", omittingEmptySubsequences: false).map(
      String.init)
    guard ids.count == 2,
      ids.allSatisfy(SiteName.isValid)
    else { return nil }
    self.init(before: ids[0], after: ids[1])
  }

  /// The id of the run that this run is compared with; nil if the page is not about this run.
  func partner(of id: String) -> String? {
    id == after ? before : id == before ? after : nil
  }
}

extension ProjectHistory {
  /// The pages that compare two runs, in the order of their names.
  var comparisons: [ComparisonPage] {
    staging.names(in: path(ComparisonPage.folder)).sorted().compactMap(ComparisonPage.init(file:))
      .filter { !removedComparisons.contains($0) }
  }

  /// Removes the pages that compare one of these runs; returns the other runs, which need new
  /// links.
  func removeComparisons(of ids: Set<String>) -> [PublishedRun] {
    if ids.isEmpty { return [] }
    var partners: Set<String> = []
    for page in comparisons where ids.contains(page.before) || ids.contains(page.after) {
      staging.remove(path(page.path))
      removedComparisons.insert(page)
      partners.formUnion([page.before, page.after])
    }
    return partners.subtracting(ids).sorted().compactMap(run)
  }
}
