package import Localization

extension Locale {
  /// "Error", "Warning".
  package func word(for urgency: Urgency) -> String {
    switch urgency {
    case .error: string(.urgencyError)
    case .warning: string(.urgencyWarning)
    case .success: string(.urgencySuccess)
    case .information: string(.urgencyInformation)
    case .neutral: string(.urgencyNeutral)
    }
  }
}
