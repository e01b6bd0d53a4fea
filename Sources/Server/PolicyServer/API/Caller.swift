/// Who makes a call.
enum Caller: Equatable, Sendable {
  case anybody
  case parent
  case device(Device)
  /// Someone with a pairing token, which the parent made.
  case pairing(Household.Pairing, token: String)
}

/// Who may make a call.
enum Access: Sendable {
  case open, device, parent
  /// The parent, or a pairing token.
  case registration
}
