enum KnownFileKey: String, CaseIterable, Sendable {
  case schema = "$schema"
  case known
}

enum KnownKey: String, CaseIterable, Sendable {
  case fingerprint, rule, file, text, urgency, messages, reason, owner, link, until
}

enum AcceptedKey: String, CaseIterable, Sendable {
  case fingerprint, rule, file, urgency, count
}
