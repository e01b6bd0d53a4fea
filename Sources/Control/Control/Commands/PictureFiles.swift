import FoundationEssentials
import SharedDirectory

/// Where pictures are written: one to a file, several into a folder, which is made if need be.
struct PictureFiles {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// - Throws: ``PictureFault``, with what could be written in place.
  func write(_ pictures: [(name: String, svg: String)]) throws(PictureFault) {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if pictures.count == 1, !isFolder, let picture = pictures.first {
      return try write(picture.svg, to: path)
    }
    if exists, !isFolder { throw PictureFault(path: path, reason: "is no folder") }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw PictureFault(path: path, reason: "cannot be made: \(error)")
    }
    var names: [String: Int] = [:]
    for picture in pictures {
      names[picture.name, default: 0] += 1
      let count = names[picture.name] ?? 1
      let suffix = count > 1 ? "-\(count)" : ""
      try write(picture.svg, to: "\(path)/\(FileName.escape(picture.name))\(suffix).svg")
    }
  }

  private func write(_ svg: String, to path: String) throws(PictureFault) {
    do {
      try Data(svg.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw PictureFault(path: path, reason: "cannot be written: \(error)")
    }
  }
}

/// Why a picture is not there.
struct PictureFault: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path) \(reason)" }
}
