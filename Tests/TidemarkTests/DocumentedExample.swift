import Tidemark

func page(of dataset: [UInt8], now: Int64) -> [UInt8]? {
  var options = ReportMaker.Options()
  options.now = now
  options.timeZone = "Europe/Berlin"
  let input = ReportMaker.Input(name: "nightly.json", bytes: dataset)
  let outcome = ReportMaker(options).make([input], to: [.page])
  for finding in outcome.findings { print(finding) }
  return outcome.outputs[.page]
}
