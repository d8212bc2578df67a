import Tidemark

func page(of inputs: [(name: String, bytes: [UInt8])], now: Int64) -> [UInt8]? {
  var options = ReportMaker.Options()
  options.now = now
  options.timeZone = "Europe/Berlin"
  options.imports.category = "Unit tests"
  options.imports.included = [.skipped]
  let inputs = inputs.map { ReportMaker.Input(name: $0.name, bytes: $0.bytes) }
  let outcome = ReportMaker(options).make(inputs, to: [.page])
  for finding in outcome.findings { print(finding) }
  return outcome.outputs[.page]
}
