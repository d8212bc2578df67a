import Composing
import JSON

extension JSONTarget {
  /// The origin of a known failure.
  static let known = "known"

  /// Writes how many errors of a run of a branch come from where.
  func writeOrigins(_ writer: inout JSONWriter) {
    let origins = report.origins
    if !origins.areKnown { return }
    writer.key("origins")
    writer.object { writer in
      writer.member("text", origins.text)
      for origin in FailureOrigin.allCases {
        writer.member(origin.rawValue, origins.counts[origin] ?? 0)
      }
      writer.member(Self.known, origins.known)
    }
  }
}
