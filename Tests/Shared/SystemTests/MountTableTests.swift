import System
import Testing

@Suite struct `The table of mounts` {
  @Test func `is read as the kernel writes it`() {
    let text = """
      27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
      36 27 0:42 / /mnt/a\\040b rw,noexec,relatime shared:1 master:2 - tmpfs none rw,size=4k
      37 27 8:3 /sub /srv rw - xfs /dev/sda3 ro
      38 27 8:4 / /media/x ro,nosuid - ext4 /dev/sda4 rw
      a line of another kind

      """
    #expect(
      MountTable.mounts(in: text) == [
        Mount(device: "254:0", path: "/", type: "ext4"),
        Mount(device: "0:42", path: "/mnt/a b", type: "tmpfs", forbidsExecution: true),
        Mount(device: "8:3", path: "/srv", type: "xfs", isWritable: false),
        Mount(device: "8:4", path: "/media/x", type: "ext4", isWritable: false),
      ])
  }

  @Test func `names the file system that holds a file`() throws {
    let device = try #require(MountTable.device(holding: "/proc/self"))
    #expect(try MountTable.read().contains { $0.device == device && $0.type == "proc" })
    #expect(MountTable.device(holding: "/nowhere") == nil)
  }
}
