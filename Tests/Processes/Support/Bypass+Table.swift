import Glibc
import System

extension Bypass {
  private static let played = "-c 'echo \(BypassScene.mark)'"
  private static let dynamicLinker: String =
    ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"].first { path in
      access(path, X_OK) == 0
    } ?? "/lib/ld.so"

  /// Both numbers of a system call, as perl is to call it.
  private static func call(_ intel: Int, _ arm: Int) -> String {
    #if arch(arm64)
      "\(arm)"
    #else
      "\(intel)"
    #endif
  }

  /// A script that starts something in a way that has to do with the game or the copy.
  private static func start(
    _ attempt: String, _ blocked: Outcome, _ allowlist: Outcome, _ stops: String,
    isPossible: @escaping @Sendable () -> Bool = { true },
    _ script: @escaping @Sendable (_ game: String, _ copy: String, BypassScene) throws -> String
  ) -> Self {
    Self(
      attempt: attempt, blocked: blocked, allowlist: allowlist, stops: stops,
      isPossible: isPossible
    ) { scene, _ in
      try scene.play(try script(scene.game, scene.copy, scene))
    }
  }

  /// Out of a file in memory, which is executed by its descriptor.
  private static func fromMemory(_ file: String) -> String {
    """
    perl -e 'open(F, "<", $ARGV[0]) or exit 1; local $/; my $program = <F>;
    my $name = "game"; my $fd = syscall(\(call(319, 279)), $name, 0);
    open(M, ">&=", $fd); binmode M; syswrite(M, $program);
    exec "/proc/self/fd/$fd", "-c", "echo \(BypassScene.mark)"' \(file)
    """
  }

  static let table: [Bypass] =
    starts + copies + [
      Bypass(
        attempt: "typed into a terminal that was open before", blocked: .refused,
        allowlist: .refused, stops: "ACL on the file"
      ) { scene, _ in try scene.type("\(scene.game) \(played)") },
      Bypass(
        attempt: "a second login, `su`", blocked: .refused, allowlist: .refused,
        stops: "ACL on the file"
      ) { scene, _ in try scene.playBySecondLogin("\(scene.game) \(played)") },
    ] + circumstances

  private static let starts: [Bypass] = [
    start(
      "starting it", .refused, .refused,
      "ACL on the file; the gate, where the ACL could be changed back"
    ) {
      game, _, _ in "\(game) \(played)"
    },
    start("a hard link, a symbolic link", .refused, .refused, "the file is the same") {
      game, _, scene in
      "ln -sf \(game) linked; \(scene.link) \(played) || ./linked \(played)"
    },
    start("a bind mount in `unshare -Urm`", .refused, .refused, "the file is the same") {
      game, _, _ in
      "touch bound; unshare -Urm sh -c \"mount --bind \(game) bound && exec ./bound \(played)\""
    },
    start("as root of `unshare -Ur`", .refused, .refused, "the kernel asks for the user outside") {
      game, _, _ in "unshare -Ur \(game) \(played)"
    },
    start("`ld.so FILE`", .refused, .refused, "the file cannot be read either") { game, _, _ in
      "\(dynamicLinker) \(game) \(played)"
    },
    start("`cp`, or `cat FILE > COPY`, now", .refused, .refused, "the file cannot be read either") {
      game, _, _ in
      """
      rm -f new; { cp \(game) new || cat \(game) > new; } && chmod 755 new && ./new \(played)
      """
    },
    start("out of memory (`memfd`)", .refused, .refused, "the file cannot be read either") {
      game, _, _ in fromMemory(game)
    },
    start("another `argv[0]`", .refused, .refused, "the file counts, not the name") { game, _, _ in
      "perl -e 'exec {$ARGV[0]} \"reader\", \"-c\", \"echo \(BypassScene.mark)\"' \(game)"
    },
    start("`chmod`, removing the ACL", .refused, .refused, "the file is root's") {
      game, _, _ in
      """
      chmod 777 \(game); perl -e 'my $f = $ARGV[0]; my $a = "system.posix_acl_access";
      syscall(\(call(197, 14)), $f, $a)' \(game); \(game) \(played)
      """
    },
    start(
      "`LD_PRELOAD`, `DBUS_SYSTEM_BUS_ADDRESS`, `TZ`", .refused, .refused,
      "nothing of it is asked"
    ) { game, _, _ in
      """
      LD_PRELOAD=libm.so.6 DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere TZ=TST-12 \(game) \(played)
      """
    },
  ]

  private static let copies: [Bypass] = [
    start(
      "a copy from before, an AppImage, a download", .runs, .refused, "the gate of allowlist mode"
    ) {
      _, copy, _ in "\(copy) \(played); ./image \(played)"
    },
    start("a script of one's own, executed", .runs, .refused, "the gate of allowlist mode") {
      _, _, _ in "printf '#!/bin/sh\\necho \(BypassScene.mark)\\n' > own; chmod 755 own; ./own"
    },
    start(
      "the same by its interpreter: `sh FILE`", .runs, .runs,
      "nothing, unless the interpreter is refused"
    ) { _, _, _ in "printf 'echo \(BypassScene.mark)\\n' > own.sh; sh own.sh" },
    start("`ld.so COPY`", .runs, .runs, "a `noexec` mount") { _, copy, _ in
      "\(dynamicLinker) \(copy) \(played)"
    },
    start("`LD_PRELOAD` of a library of one's own", .runs, .runs, "a `noexec` mount") {
      _, _, scene in
      "LD_PRELOAD=\(scene.home)/own.so grep -q 'r-xp.*own.so' /proc/self/maps && echo \(BypassScene.mark)"
    },
    start(
      "a copy out of memory (`memfd`)", .runs, .runs, "`vm.memfd_noexec=2`",
      isPossible: { number("/proc/sys/vm/memfd_noexec") ?? 0 < 2 }
    ) { _, copy, _ in fromMemory(copy) },
    start(
      "a copy on a `tmpfs` in `unshare -Urm`", .runs, .runs, "`user.max_user_namespaces=0`"
    ) { _, copy, _ in
      """
      mkdir -p mnt; unshare -Urm sh -c \"mount -t tmpfs t mnt && cp \(copy) mnt/c && mnt/c \(played)\"
      """
    },
  ]

  private static let circumstances: [Bypass] = [
    start("killing the monitor or its gate", .refused, .refused, "they are root's") {
      game, _, scene in
      let pids = try scene.daemons().map(String.init).joined(separator: " ")
      return "kill -9 \(pids) && echo \(BypassScene.mark); \(game) \(played)"
    },
    start("writing into the shared directory", .refused, .refused, "it is root's and sync's") {
      game, _, scene in
      """
      for file in config.json policy.json access.json gate.alive; do
      echo {} > \(scene.household.shared)/$file && echo \(BypassScene.mark)
      rm \(scene.household.shared)/$file && echo \(BypassScene.mark); done; \(game) \(played)
      """
    },
    start("putting the clock back", .refused, .refused, "it takes root") { game, _, _ in
      "date -s 'yesterday' && echo \(BypassScene.mark); \(game) \(played)"
    },
    Bypass(
      attempt: "a policy that is none", blocked: .refused, allowlist: .refused,
      stops: "the last one stays in force"
    ) { scene, phase in
      if phase != .open { try scene.sendNonsense() }
      return try scene.play("\(scene.game) \(played)")
    },
    Bypass(
      attempt: "a full disk", blocked: .refused, allowlist: .refused,
      stops: "what is in force is not on that disk"
    ) { scene, _ in
      try scene.whileDiskIsFull { try scene.play("\(scene.game) \(played)") }
    },
    Bypass(
      attempt: "an upgrade of the package while the monitor is dead", blocked: .untilSeen,
      allowlist: .untilSeen, stops: "the monitor, when it is back"
    ) { scene, phase in
      if phase == .dead { try scene.upgrade() }
      return try scene.play("\(scene.upgraded) \(played)")
    },
  ]

  private static func number(_ path: String) -> Int? {
    let bytes = try? Descriptor.open(path, O_RDONLY).readAll()
    return bytes.flatMap { Int(String(decoding: $0, as: UTF8.self).split(separator: "\n")[0]) }
  }

  /// Attempts on games that were running when the shield came.
  static func running(_ games: RunningGames) -> [Bypass] {
    func on(
      _ attempt: String, _ stops: String, _ blocked: Outcome = .frozen, pid: Int32? = nil,
      _ script: @escaping @Sendable (Int32) -> String = { _ in "" }
    ) -> Bypass {
      let pid = pid ?? games.plain
      return Bypass(attempt: attempt, blocked: blocked, allowlist: .frozen, stops: stops) {
        scene, phase in
        if phase != .open, !script(pid).isEmpty { _ = try scene.play(script(pid)) }
        return isFrozen(pid) ? .frozen : .runsOn
      }
    }
    return [
      on("`SIGCONT` to a frozen game", "the freezer is none of his signals'") {
        "kill -CONT \($0)"
      },
      on("thawing its cgroup, moving it out", "the cgroup is root's") { pid in
        """
        group=$(sed -n 's/^0:://p' /proc/\(pid)/cgroup); echo 0 > \(games.hierarchy)$group/cgroup.freeze
        echo \(pid) > \(games.scope)/cgroup.procs; echo \(pid) > \(games.hierarchy)/cgroup.procs
        """
      },
      on("`ptrace` on it, as `gdb` does", "the freezer goes on holding it") { pid in
        """
        perl -e 'my $p = \(pid); syscall(\(call(101, 117)), 16, $p, 0, 0); select(undef, undef, undef, 0.05);
        syscall(\(call(101, 117)), 7, $p, 0, 0); select(undef, undef, undef, 0.05);
        syscall(\(call(101, 117)), 17, $p, 0, 0)'
        """
      },
      on(
        "the scope name of another application", "the file counts, not the name",
        pid: games.spoofing),
      on("another title, another `argv[0]`", "the file counts, not the name", pid: games.renamed),
      on("a copy that runs already", "the freezer, in allowlist mode", .runsOn, pid: games.copy),
    ]
  }

  /// Games of the child's that go on.
  struct RunningGames: Sendable {
    var plain: Int32
    var renamed: Int32
    var spoofing: Int32
    var copy: Int32
    /// Where the cgroup hierarchy is mounted, and a group there that is the child's.
    var hierarchy: String
    var scope: String

    init(of scene: BypassScene) throws {
      plain = try scene.startGame()
      renamed = try scene.startGame(
        "perl", "-e", "exec {shift @ARGV} \"reader\", @ARGV", scene.game)
      spoofing = try scene.startGame()
      copy = try scene.startGame(scene.copy, file: scene.copy)
      _ = try scene.scope.move(spoofing)
      hierarchy = try ControlGroup.root()?.path ?? "/sys/fs/cgroup"
      scope = scene.scope.path
    }

    /// Stands for one that is not there, where only the words of the table are wanted.
    init() {
      (plain, renamed, spoofing, copy, hierarchy, scope) = (0, 0, 0, 0, "", "")
    }
  }
}
