import CSystem
import Glibc

/// Which file it is, whatever path leads to it: hard links and bind mounts share it, copies do not.
package struct FileIdentity: Hashable, Codable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
