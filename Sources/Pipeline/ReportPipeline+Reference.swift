import Composing
package import Diagnostics
import Model
import Time

extension ReportPipeline {
  /// Sets the reference of a dataset that will be the baseline of the next run: the last run that
  /// covered much more, if the baseline or an earlier run did (see "Less coverage").
  package func setReference(of inputs: inout ReadInputs, _ log: inout DiagnosticLog) {
    guard var baseline = inputs.baseline, let zone = zone(of: inputs.dataset, &log) else { return }
    func day(_ dataset: Dataset) -> CivilDate? {
      dataset.namingTime.map { zone.wall(at: zone.instant(of: $0)).date }
    }
    baseline.reference = baseline.reference ?? CoverageReference(baseline, on: day(baseline))
    let reference = CoverageReference.reference(
      after: inputs.dataset, on: day(inputs.dataset), baseline)
    inputs.dataset.reference = reference.laterRuns > 0 ? reference : nil
  }
}
