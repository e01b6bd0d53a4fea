import Foundation
import Glibc
import Testing

@testable import PhosraAPI

@Suite struct `A device key` {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("key-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  private var file: String { directory + "/device-key" }

  private func write(_ text: String, mode: Int, at path: String? = nil) throws {
    let path = path ?? file
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `shows in no description, reflection, dump or error`() throws {
    let key = try Sample.key()
    var words = "\(key) \(String(reflecting: key)) \(key.secret) \(String(reflecting: key.secret))"
    dump(key, to: &words)
    dump(["a": key], to: &words)
    dump(DeviceAPI(baseURL: "http://x").policy(key: key, sinceVersion: 1), to: &words)
    #expect(!words.contains(Sample.keyText.prefix(8)))
  }

  @Test(arguments: ["", " \n", "a b", "a\u{0}b", "schlüssel", String(repeating: "a", count: 5000)])
  func `is refused when it cannot be one, without being repeated`(text: String) {
    let error = #expect(throws: InvalidDeviceKey.self) { try DeviceKey(text) }
    if text.count > 3 { #expect(!"\(String(describing: error))".contains(text)) }
  }

  @Test func `is kept for its owner alone, and read back`() throws {
    let store = DeviceKeyStore(file: file, environment: [:])
    #expect(try store.load() == nil)
    try store.save(Sample.key())
    #expect(try store.load() == Sample.key())
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try store.save(DeviceKey("another"))
    #expect(try store.load() == DeviceKey("another"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["device-key"])
    try store.remove()
    #expect(try store.load() == nil)
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o666, 0o620, 0o601])
  func `is not used when others may read or change it`(mode: Int) throws {
    try write(Sample.keyText, mode: mode)
    let store = DeviceKeyStore(file: file, environment: [:])
    let error = #expect(throws: DeviceKeyStoreError.self) { try store.load() }
    let words = "\(String(describing: error))"
    #expect(words.contains(file) && words.contains(String(mode, radix: 8)))
    #expect(!words.contains(Sample.keyText))
  }

  @Test func `is not looked for behind a link, in a directory or in a pipe`() throws {
    try write(Sample.keyText, mode: 0o600, at: file + ".real")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: file + ".real")
    let store = DeviceKeyStore(file: file, environment: [:])
    #expect(throws: DeviceKeyStoreError.symbolicLink(path: file)) { try store.load() }
    let other = DeviceKeyStore(file: directory, environment: [:])
    #expect(throws: DeviceKeyStoreError.notAFile(path: directory)) { try other.load() }
    mkfifo(directory + "/pipe", 0o600)
    let pipe = DeviceKeyStore(file: directory + "/pipe", environment: [:])
    #expect(throws: DeviceKeyStoreError.notAFile(path: directory + "/pipe")) { try pipe.load() }
  }

  @Test func `comes from the service manager before the file, and is not written then`() throws {
    let environment = ["CREDENTIALS_DIRECTORY": directory]
    let store = DeviceKeyStore(file: file, environment: environment)
    try store.save(DeviceKey("from-the-file"))
    #expect(try store.load() == DeviceKey("from-the-file"))
    let credential = directory + "/phosra-device-key"
    try write("from-systemd\n", mode: 0o440, at: credential)
    #expect(try store.load() == DeviceKey("from-systemd"))
    #expect(throws: DeviceKeyStoreError.heldBySystemd(path: credential)) {
      try store.save(Sample.key())
    }
    try write("from-systemd\n", mode: 0o444, at: credential)
    #expect(throws: DeviceKeyStoreError.self) { try store.load() }
  }
}
