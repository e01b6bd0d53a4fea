/// Encodes text beyond ASCII in the letters that a domain name may have.
///
/// Source: RFC 3492, with the parameters of section 5.
enum Punycode {
  private static let base = 36
  private static let smallestThreshold = 1
  private static let largestThreshold = 26

  /// The encoding of `scalars`, without the prefix `xn--`. Nil if it would overflow.
  static func encoding(_ scalars: [Unicode.Scalar]) -> String? {
    var output = scalars.filter(\.isASCII).map(Character.init)
    let asciiCount = output.count
    if asciiCount > 0 { output.append("-") }

    var point: UInt32 = 128
    var delta = 0
    var bias = 72
    var handled = asciiCount
    while handled < scalars.count {
      guard let next = scalars.lazy.map(\.value).filter({ $0 >= point }).min() else { return nil }
      let (steps, overflow) = Int(next - point).multipliedReportingOverflow(by: handled + 1)
      guard !overflow else { return nil }
      delta += steps
      point = next
      for scalar in scalars {
        if scalar.value < point { delta += 1 }
        if scalar.value == point {
          output += digits(of: delta, bias: bias)
          bias = adapted(delta, count: handled + 1, isFirst: handled == asciiCount)
          delta = 0
          handled += 1
        }
      }
      delta += 1
      point += 1
    }
    return String(output)
  }

  /// `delta` as an integer of variable length.
  private static func digits(of delta: Int, bias: Int) -> [Character] {
    var rest = delta
    var digits: [Character] = []
    var position = base
    while true {
      let threshold = min(max(position - bias, smallestThreshold), largestThreshold)
      if rest < threshold { break }
      digits.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    return digits + [digit(rest)]
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > (base - smallestThreshold) * largestThreshold / 2 {
      delta /= base - smallestThreshold
      bias += base
    }
    return bias + (base - smallestThreshold + 1) * delta / (delta + 38)
  }
}
