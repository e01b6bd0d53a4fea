import Testing

@testable import Enforcement

@Suite struct `The command behind an Exec line` {
  @Test(
    arguments: [
      ("gimp-2.10 %U", .program("gimp-2.10")),
      ("\"/opt/My Game/run\" --fast", .program("/opt/My Game/run")),
      (#""/opt/a\"b\$c""#, .program("/opt/a\"b$c")),
      ("env GDK_BACKEND=x11 A=b /usr/bin/app %f", .program("/usr/bin/app")),
      ("env -u DISPLAY -C / -i app", .program("app")),
      ("GTK_THEME=dark app", .program("app")),
      ("gamemoderun game", .program("game")),
      ("sh -c 'exec game --full'", .opaque("sh is a shell that other programs need")),
      (#"sh -c "exec game --full""#, .program("game")),
      (#"/bin/bash -lc "A=b game \"%f\"""#, .program("game")),
      (#"sh -c "game; other""#, .opaque("sh is a shell that other programs need")),
      ("bash", .opaque("bash is a shell that other programs need")),
      (
        "python3.11 /usr/share/game/main.py",
        .opaque("python3.11 is an interpreter that other programs need")
      ),
      ("/usr/bin/perl x", .opaque("perl is an interpreter that other programs need")),
      ("sudo game", .opaque("sudo is an interpreter that other programs need")),
      (
        "/usr/bin/flatpak run --branch=stable --command=x org.a.B @@u %U @@",
        .flatpak("org.a.B", command: "x")
      ),
      ("flatpak update", .opaque("flatpak without an application to run")),
      ("snap run spotify", .snap("spotify")),
      ("env BAMF=1 /snap/bin/chromium.daily %U", .snap("chromium.daily")),
      ("app 100%%", .program("app")),
    ] as [(String, LaunchCommand)])
  func `is what would run`(line: String, expected: LaunchCommand) {
    #expect(LaunchCommand(exec: line) == expected)
  }

  @Test(arguments: ["", "   ", "\"unclosed", "env A=b", "%U"])
  func `is absent where nothing would run`(line: String) {
    #expect(LaunchCommand(exec: line) == nil)
  }
}

@Suite struct `A desktop entry` {
  @Test func `has unlocalized keys of its own group, the first of each, with escapes resolved`()
    throws
  {
    let entry = try #require(
      DesktopEntry(
        """
        # comment
        [Desktop Entry]
        Name[de]=Spiel
        Name = Game
        Name=Second
        Exec=/opt/a\\\\sb\\sc
        Categories=Game;ArcadeGame;
        junk
        [Desktop Action new]
        Exec=other
        """))
    #expect(entry.name == "Game")
    #expect(entry.exec == "/opt/a\\sb c")
    #expect(entry.categories == ["Game", "ArcadeGame"])
  }

  @Test func `needs its group`() {
    #expect(DesktopEntry("[Other]\nName=x") == nil)
  }

  @Test(
    arguments: [
      (["Game", "Network"], ["games"]), (["Utility"], ["utilities"]), (["X-Own"], ["other"]),
      ([], ["other"]),
      (["Network", "Chat", "Game"], ["games", "social"]),
    ] as [([String], Set<String>)])
  func `falls into screen-time categories`(names: [String], expected: Set<String>) {
    #expect(ScreenTimeCategory.categories(for: names) == expected)
  }
}
