extension ApplicationTable {
  /// The table as it comes; see ``ApplicationTable`` for how it is edited.
  package static let shipped: ApplicationTable = {
    var table = ApplicationTable()
    for (identifier, desktop, domains) in counterparts {
      table.counterparts[identifier] = Counterpart(desktop: desktop, domains: domains)
    }
    table.programs = programs
    table.essential = essential
    table.essentialPrograms = essentialPrograms
    return table
  }()

  private static let firefox = [
    "org.mozilla.firefox", "firefox", "firefox-esr", "firefox_firefox", "firefox-nightly",
  ]
  private static let chrome = [
    "google-chrome", "com.google.Chrome", "google-chrome-beta", "chromium", "chromium-browser",
    "org.chromium.Chromium", "chromium_chromium",
  ]
  private static let telegram = [
    "org.telegram.desktop", "telegramdesktop", "telegram-desktop_telegram-desktop",
  ]
  private static let discord = [
    "discord", "com.discordapp.Discord", "discord_discord", "dev.vencord.Vesktop",
  ]
  private static let minecraft = [
    "minecraft-launcher", "com.mojang.Minecraft", "org.prismlauncher.PrismLauncher",
    "net.minetest.minetest",
  ]

  private static let counterparts: [(String, [String], [String])] = [
    // browsers
    ("org.mozilla.firefox", firefox, []),
    ("org.mozilla.ios.Firefox", firefox, []),
    ("com.google.chrome.ios", chrome, []),
    ("com.android.chrome", chrome, []),
    ("com.apple.mobilesafari", ["org.gnome.Epiphany"], []),
    ("com.brave.ios.browser", ["brave-browser", "com.brave.Browser", "brave_brave"], []),
    ("com.microsoft.msedge", ["microsoft-edge", "com.microsoft.Edge"], []),
    ("com.operasoftware.OperaTouch", ["opera", "com.opera.Opera"], []),
    // social
    ("com.burbn.instagram", [], ["instagram.com", "cdninstagram.com"]),
    ("com.zhiliaoapp.musically", [], ["tiktok.com", "tiktokcdn.com", "tiktokv.com"]),
    ("com.toyopagroup.picaboo", [], ["snapchat.com", "sc-cdn.net"]),
    ("com.facebook.Facebook", [], ["facebook.com", "fbcdn.net"]),
    ("com.facebook.Messenger", ["caprine", "com.sindresorhus.Caprine"], ["messenger.com"]),
    ("com.atebits.Tweetie2", [], ["x.com", "twitter.com", "twimg.com"]),
    ("com.burbn.threads", [], ["threads.net", "threads.com"]),
    ("com.reddit.Reddit", [], ["reddit.com", "redd.it", "redditstatic.com"]),
    ("com.pinterest", [], ["pinterest.com", "pinimg.com"]),
    ("com.tumblr.tumblr", [], ["tumblr.com"]),
    (
      "net.whatsapp.WhatsApp", ["com.github.eneshecan.WhatsAppForLinux", "whatsdesk"],
      ["whatsapp.com", "whatsapp.net"]
    ),
    (
      "ph.telegra.Telegraph", telegram, ["telegram.org", "t.me"]
    ),
    ("org.telegram.TelegramEnterprise", telegram, ["telegram.org", "t.me"]),
    ("com.discord", discord, ["discord.com", "discordapp.com", "discord.gg"]),
    ("com.viber", ["viber", "com.viber.Viber"], ["viber.com"]),
    ("com.tencent.xin", ["wechat", "com.tencent.WeChat"], ["wechat.com", "weixin.qq.com"]),
    ("com.tinyspeck.chatlyio", ["slack", "com.slack.Slack", "slack_slack"], ["slack.com"]),
    (
      "com.microsoft.skype.teams",
      ["teams", "teams-for-linux", "com.github.IsmaelMartinez.teams_for_linux"],
      ["teams.microsoft.com", "teams.live.com"]
    ),
    ("com.kik.chat", [], ["kik.com"]),
    ("com.linkedin.LinkedIn", [], ["linkedin.com"]),
    ("com.vk.vkclient", [], ["vk.com"]),
    ("AlexisBarreyat.BeReal", [], ["bereal.com"]),
    ("org.whispersystems.signal", ["signal-desktop", "org.signal.Signal"], []),
    ("com.hammerandchisel.discord", discord, ["discord.com", "discordapp.com", "discord.gg"]),
    (
      "com.skype.skype", ["skypeforlinux", "com.skype.Client", "skype_skypeforlinux"], ["skype.com"]
    ),
    ("us.zoom.videomeetings", ["Zoom", "us.zoom.Zoom"], ["zoom.us"]),
    ("com.apple.MobileSMS", [], []),
    ("com.apple.mobilephone", [], []),
    ("com.apple.facetime", [], ["facetime.apple.com"]),
    // video and music
    (
      "com.google.ios.youtube", ["io.freetubeapp.FreeTube", "freetube"],
      ["youtube.com", "youtu.be", "googlevideo.com", "ytimg.com"]
    ),
    ("com.google.ios.youtubekids", [], ["youtubekids.com"]),
    ("com.google.ios.youtubemusic", [], ["music.youtube.com"]),
    ("com.apple.tv", [], ["tv.apple.com"]),
    ("com.crunchyroll.iphone", [], ["crunchyroll.com"]),
    ("com.wbd.stream", [], ["max.com", "hbomax.com"]),
    ("com.peacocktv.peacock", [], ["peacocktv.com"]),
    ("com.netflix.Netflix", [], ["netflix.com", "nflxvideo.net"]),
    ("com.disney.disneyplus", [], ["disneyplus.com"]),
    ("com.amazon.aiv.AIVApp", [], ["primevideo.com"]),
    ("tv.twitch", [], ["twitch.tv", "ttvnw.net"]),
    ("com.hulu.plus", [], ["hulu.com"]),
    ("com.spotify.client", ["spotify", "com.spotify.Client", "spotify_spotify"], ["spotify.com"]),
    ("org.videolan.vlc-ios", ["vlc", "org.videolan.VLC", "vlc_vlc"], []),
    // games
    (
      "com.roblox.robloxmobile", ["org.vinegarhq.Vinegar", "org.vinegarhq.Sober"],
      ["roblox.com", "rbxcdn.com"]
    ),
    ("com.mojang.minecraftpe", minecraft, ["minecraft.net"]),
    (
      "com.epicgames.fortnite", ["com.heroicgameslauncher.hgl", "heroic"],
      ["fortnite.com", "epicgames.com"]
    ),
    (
      "com.valvesoftware.Steam", ["steam", "com.valvesoftware.Steam", "steam_steam"],
      ["steampowered.com", "steamcommunity.com"]
    ),
    ("org.supertuxproject.SuperTux", ["supertux2"], []),
    ("com.king.candycrushsaga", [], ["king.com"]),
    ("com.miHoYo.GenshinImpact", [], ["genshin.hoyoverse.com"]),
    ("com.supercell.magic", [], []),
    ("com.supercell.scroll", [], []),
    ("com.supercell.laser", [], []),
    // chat with machines
    ("com.openai.chat", [], ["chatgpt.com", "chat.openai.com"]),
    ("ai.character.app", [], ["character.ai"]),
    ("com.google.gemini", [], ["gemini.google.com"]),
    // shops
    ("com.amazon.Amazon", [], ["amazon.com"]),
    ("com.ebay.iphone", [], ["ebay.com"]),
    ("com.einnovation.temu", [], ["temu.com"]),
    ("com.zzkko", [], ["shein.com"]),
    // dating and gambling
    ("co.hinge.mobile.ios", [], ["hinge.co"]),
    ("com.grindrguy.grindrx", [], ["grindr.com"]),
    ("com.cardify.tinder", [], ["tinder.com"]),
    ("com.bumble.app", [], ["bumble.com"]),
    ("com.coffeemeetsbagel.app", [], ["coffeemeetsbagel.com"]),
    ("com.fanduel.sportsbook", [], ["fanduel.com"]),
    ("com.draftkings.sportsbook", [], ["draftkings.com"]),
    // learning
    ("com.duolingo.DuolingoMobile", [], ["duolingo.com"]),
    ("org.khanacademy.Khan-Academy", [], ["khanacademy.org", "kastatic.org"]),
    ("org.wikimedia.wikipedia", [], ["wikipedia.org", "wikimedia.org"]),
    // tools
    ("com.google.Gmail", [], ["mail.google.com"]),
    ("com.google.Maps", [], ["maps.google.com"]),
    ("com.apple.Health", [], []),
    ("com.apple.findmy", [], []),
    ("com.apple.mobilenotes", ["org.gnome.Notes", "org.kde.knotes"], []),
    ("com.apple.mobiletimer", ["org.gnome.clocks", "org.kde.kclock"], []),
    ("com.apple.weather", ["org.gnome.Weather", "org.kde.kweather"], []),
    (
      "com.apple.iBooks",
      ["com.github.johnfactotum.Foliate", "calibre-gui", "calibre-ebook-viewer"], []
    ),
    ("com.apple.Maps", ["org.gnome.Maps", "org.kde.marble"], []),
    (
      "com.apple.mobilemail",
      ["thunderbird", "org.mozilla.Thunderbird", "org.gnome.Geary", "org.gnome.Evolution"], []
    ),
    ("com.apple.mobilecal", ["org.gnome.Calendar", "org.kde.korganizer"], []),
    ("com.apple.calculator", ["org.gnome.Calculator", "org.kde.kcalc"], []),
    ("com.apple.camera", ["org.gnome.Snapshot", "org.gnome.Cheese"], []),
    (
      "com.apple.mobileslideshow", ["org.gnome.Loupe", "org.gnome.Shotwell", "org.kde.gwenview"], []
    ),
    (
      "com.apple.Music", ["org.gnome.Music", "org.gnome.Rhythmbox3", "org.kde.elisa"],
      ["music.apple.com"]
    ),
    (
      "com.apple.AppStore", ["org.gnome.Software", "org.kde.discover", "snap-store_snap-store"], []
    ),
    ("com.apple.Preferences", ["org.gnome.Settings", "systemsettings"], []),
  ]

  private static let programs: [String: [String]] = [
    "firefox": ["/usr/lib/firefox/firefox", "/usr/lib64/firefox/firefox", "/opt/firefox/firefox"],
    "firefox-esr": ["/usr/lib/firefox-esr/firefox-esr", "/usr/lib/firefox-esr/firefox-bin"],
    "org.mozilla.firefox": ["/usr/lib/firefox/firefox", "/usr/lib64/firefox/firefox"],
    "google-chrome": ["/opt/google/chrome/chrome"],
    "google-chrome-beta": ["/opt/google/chrome-beta/chrome"],
    "chromium": ["/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser"],
    "chromium-browser": [
      "/usr/lib/chromium-browser/chromium-browser", "/usr/lib64/chromium-browser/chromium-browser",
    ],
    "brave-browser": ["/opt/brave.com/brave/brave"],
    "microsoft-edge": ["/opt/microsoft/msedge/msedge"],
    "opera": ["/usr/lib/x86_64-linux-gnu/opera/opera"],
    "thunderbird": ["/usr/lib/thunderbird/thunderbird", "/usr/lib/thunderbird/thunderbird-bin"],
    "spotify": ["/usr/share/spotify/spotify", "/opt/spotify/spotify"],
    "discord": ["/usr/share/discord/Discord", "/opt/discord/Discord"],
    "signal-desktop": ["/opt/Signal/signal-desktop"],
    "skypeforlinux": ["/usr/share/skypeforlinux/skypeforlinux"],
    "Zoom": ["/opt/zoom/zoom", "/opt/zoom/ZoomLauncher"],
    "code": ["/usr/share/code/code"],
    "libreoffice-startcenter": ["/usr/lib/libreoffice/program/soffice.bin"],
  ]

  private static let essential: Set<String> = [
    "org.gnome.Shell", "org.gnome.Shell.Extensions", "org.kde.plasmashell", "org.kde.kwin",
    "org.kde.krunner",
    "org.gnome.SettingsDaemon", "xfce4-session-logout", "xfce-settings-manager", "gdm", "sddm",
    "lightdm-greeter",
    "org.freedesktop.IBus.Setup", "org.gnome.Orca", "orca", "onboard", "pavise",
  ]

  private static let essentialPrograms: Set<String> = [
    "systemd", "init", "dbus-daemon", "dbus-broker", "dbus-broker-launch", "Xorg", "Xwayland",
    "gnome-shell",
    "gnome-session", "gnome-session-binary", "gnome-keyring-daemon", "mutter", "plasmashell",
    "kwin_wayland", "kwin_x11",
    "ksmserver", "startplasma-wayland", "startplasma-x11", "xfce4-session", "xfwm4", "xfdesktop",
    "xfce4-panel",
    "cinnamon", "cinnamon-session", "mate-session", "marco", "lxsession", "lxqt-session", "openbox",
    "sway", "i3",
    "Hyprland", "weston", "pipewire", "pipewire-pulse", "wireplumber", "pulseaudio", "ibus-daemon",
    "fcitx5", "orca",
    "polkit-gnome-authentication-agent-1", "xdg-desktop-portal", "gdm3", "gdm", "sddm", "lightdm",
    "sshd", "ssh-agent",
    "gpg-agent", "pavise", "pavise-sync", "pavise-monitor",
  ]
}
