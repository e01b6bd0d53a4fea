import SharedDirectory

/// Reads what all have written, and neither writes nor repairs anything.
enum OnlookerRole: WriterRole {
  static let name = "onlooker"
}
