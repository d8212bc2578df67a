package enum KnownFileKey: String, CaseIterable, Sendable {
  case schema = "$schema"
  case known
}

package enum KnownKey: String, CaseIterable, Sendable {
  case fingerprint, rule, file, text, urgency, messages, reason, owner, link, until
}

package enum AcceptedKey: String, CaseIterable, Sendable {
  case fingerprint, rule, file, urgency, count
}
