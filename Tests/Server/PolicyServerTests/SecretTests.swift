import Testing

@testable import PolicyServer

@Suite struct `SHA-256` {
  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // FIPS 180-4, examples of NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `gives the digests that NIST published`(_ message: String, _ digest: String) {
    #expect(Self.hex(SHA256.digest(message.utf8)) == digest)
  }

  /// Around the places where the padding takes another block.
  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    (100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
  ])
  func `pads any length`(_ count: Int, _ digest: String) {
    #expect(Self.hex(SHA256.digest(repeatElement(UInt8(ascii: "a"), count: count))) == digest)
  }
}

@Suite struct `A secret` {
  @Test func `is not told by its description`() {
    let secret = Secret("0123456789abcdef")
    for text in [
      "\(secret)", String(reflecting: secret), "\([secret])", "\(Optional(secret) as Any)",
    ] {
      #expect(!text.contains("0123"))
    }
  }

  @Test func `matches its own hash alone`() {
    let secret = Secret.random()
    #expect(secret.text.utf8.count == 64)
    #expect(secret.matches(secret.hash))
    #expect(!secret.matches(Secret.random().hash))
    #expect(!secret.matches([]))
    #expect(!secret.matches(Array(secret.hash.dropLast())))
  }
}
