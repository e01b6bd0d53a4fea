import CompiledPolicy

/// What the service's words mean on Apple's platform, as it tells anybody who asks.
enum ApplePlatform {
  static var wire: WireValue {
    [
      "age_ratings": ageRatings, "app_categories": categories, "system_apps": systemApps,
      "always_allowed": [
        "com.apple.mobilephone", "com.apple.MobileSMS", "com.apple.Maps", "com.apple.Health",
        "com.apple.findmy",
      ],
      "category_frameworks": .object(
        RuleCategory.allCases.map { category in
          .init(
            name: category.rawValue,
            value: [
              "framework": .string(category.framework.rawValue),
              "api_class": .string(category.interface ?? ""),
              "min_os": .string(category.minimumSystem ?? ""),
            ])
        }),
    ]
  }

  private static let ageRatings: WireValue = [
    "G": "4+", "TV-Y": "4+", "TV-Y7": "4+", "TV-G": "4+", "E": "4+", "PG": "9+", "TV-PG": "9+",
    "E10+": "9+", "PG-13": "12+", "TV-14": "12+", "T": "12+", "R": "17+", "NC-17": "17+",
    "TV-MA": "17+", "M": "17+", "AO": "17+",
  ]

  private static let categories: WireValue = [
    "social-media": [
      "bundle_ids": [
        "com.burbn.instagram", "com.atebits.Tweetie2", "com.toyopagroup.picaboo",
        "com.zhiliaoapp.musically", "com.facebook.Facebook",
      ]
    ],
    "messaging": [
      "bundle_ids": [
        "net.whatsapp.WhatsApp", "org.telegram.TelegramEnterprise", "com.facebook.Messenger",
        "com.discord",
      ]
    ],
    "video-streaming": [
      "bundle_ids": [
        "com.google.ios.youtube", "com.netflix.Netflix", "com.disney.disneyplus",
        "com.amazon.aiv.AIVApp",
      ]
    ],
    "dating": [
      "bundle_ids": ["com.cardify.tinder", "com.bumble.app", "com.coffeemeetsbagel.app"]
    ],
    "gambling": [
      "bundle_ids": ["com.draftkings.sportsbook", "com.fanduel.sportsbook"],
      "web_domains": ["draftkings.com", "fanduel.com", "betmgm.com"],
    ],
  ]

  private static let systemApps: WireValue = [
    "phone": "com.apple.mobilephone", "messages": "com.apple.MobileSMS",
    "maps": "com.apple.Maps", "health": "com.apple.Health", "find_my": "com.apple.findmy",
  ]
}
