/// The ASCII form of the labels of international domains (RFC 3492), without its `xn--`.
enum Punycode {
  static func encode(_ label: Substring) -> String {
    let scalars = label.unicodeScalars.map(\.value)
    var output = label.unicodeScalars.filter(\.isASCII).map { Character($0) }
    let basicCount = output.count
    if basicCount > 0 { output.append("-") }
    var code: UInt32 = 0x80
    var delta = 0
    var bias = 72
    var handled = basicCount
    while handled < scalars.count {
      let next = scalars.filter { $0 >= code }.min() ?? code
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(output)
  }

  private static func digits(of delta: Int, bias: Int) -> [Character] {
    var result: [Character] = []
    var rest = delta
    var position = 36
    while true {
      let threshold = min(max(position - bias, 1), 26)
      if rest < threshold { return result + [letter(rest)] }
      result.append(letter(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
  }

  private static func letter(_ digit: Int) -> Character {
    Character(UnicodeScalar(UInt8(digit < 26 ? 97 + digit : 22 + digit)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
