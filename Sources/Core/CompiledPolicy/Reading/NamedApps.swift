/// What the service's own lists name.
enum NamedApps {
  /// The applications that are blocked when a policy allows no chat.
  static let messaging: Set<String> = [
    "net.whatsapp.WhatsApp", "org.telegram.TelegramEnterprise", "com.facebook.Messenger",
    "com.discord",
  ]

  /// The categories of sites that the service names.
  static let categories: Set<String> = [
    "adult", "social-media", "messaging", "video-streaming", "dating", "gambling",
  ]
}
