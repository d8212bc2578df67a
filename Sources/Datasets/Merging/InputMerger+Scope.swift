internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Joins the scopes of the inputs. A dataset without a scope checked everything that no report of
  /// another tool contains.
  mutating func settleScope() {
    if joinedScope.count > JoinedScope.mostParts {
      log.add(
        Diagnostic(
          .error, "invalid-value",
          "'scope' has more than \(JoinedScope.mostParts) parts", at: nil,
          help: ["list the files and categories of one tool in one part"]))
    }
    dataset.scope = joinedScope.scope(hasOthers: inputs.contains { !$0.hasScope })
    // No input checked anything.
    let isCalendar = !inputs.isEmpty && inputs.allSatisfy(\.isCalendar)
    if dataset.scope == nil, isScopeGiven || isCalendar { dataset.scope = RunScope([]) }
    dataset.forgetSingleMachines()
  }
}
