import Composing
import JSON
import Model

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

  /// Writes how many findings are where in the diff.
  func writeDiff(_ writer: inout JSONWriter) {
    let places = report.diffPlaces
    if !places.isGiven { return }
    writer.key("diff")
    writer.object { writer in
      writer.member("text", places.text)
      for place in SourceDiff.Place.allCases {
        writer.member(place.rawValue, places.counts[place] ?? 0)
      }
    }
  }
}
