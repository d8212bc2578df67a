import Preparing
import Templating

/// The side column of a page: its parts in order, and which parts it has.
final class SideScope: Scope {
  private let parts: [PageLayout.Part]
  private let records: Value

  init(_ style: TargetStyle) {
    parts = style.sideParts
    records = .records(SidePartScope(parts), 0..<parts.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .parts: records
    case .hasBanners: .flag(parts.contains(.banners))
    case .hasFacts: .flag(parts.contains(.facts))
    case .hasPreview: .flag(parts.contains(.preview))
    case .hasTrend: .flag(parts.contains(.trend))
    case .hasTimeline: .flag(parts.contains(.timeline))
    default: .missing
    }
  }
}

/// A part of the side column.
private final class SidePartScope: Scope {
  private let parts: [PageLayout.Part]

  init(_ parts: [PageLayout.Part]) {
    self.parts = parts
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isBanners: .flag(parts[index] == .banners)
    case .isFacts: .flag(parts[index] == .facts)
    case .isPreview: .flag(parts[index] == .preview)
    case .isTrend: .flag(parts[index] == .trend)
    case .isTimeline: .flag(parts[index] == .timeline)
    default: .missing
    }
  }
}
