import FoundationEssentials

/// Why stored text is not a selection (rule B4).
package enum SelectionError: Error, Equatable, Sendable {
  case empty
  case notBase64
  /// The bytes are not a JSON object; what the parser said.
  case notJSON(String)
  /// A part is there and wrong, or missing; its path, as in `applicationTokens[2].data`, and why.
  case wrong(path: String, reason: String)
}

extension SelectionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the stored selection is empty text"
    case .notBase64: "the stored selection is not base64"
    case .notJSON(let reason): "the stored selection is not JSON: \(reason)"
    case .wrong(let path, let reason): "the stored selection's \(path) is wrong: \(reason)"
    }
  }
}

extension FamilyActivitySelection {
  /// The form in which a selection is stored: base64 of its canonical JSON. Same content, same text (rules B1 and B2).
  package var storedText: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self).base64EncodedString()
    }
  }

  /// Reads the stored form, however its lines are broken.
  package init(storedText: String) throws(SelectionError) {
    let text = storedText.filter { !$0.isWhitespace }
    if text.isEmpty { throw .empty }
    guard let json = Data(base64Encoded: text) else { throw .notBase64 }
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let error as DecodingError {
      throw SelectionError(error)
    } catch {
      throw .notJSON("\(error)")
    }
  }
}

extension SelectionError {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .wrong(path: (context.codingPath + [key]).text, reason: "it is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self =
        context.codingPath.isEmpty
        ? .notJSON(context.debugDescription)
        : .wrong(path: context.codingPath.text, reason: context.debugDescription)
    @unknown default: self = .notJSON("\(error)")
    }
  }
}

extension [any CodingKey] {
  fileprivate var text: String {
    reduce("") { path, key in
      if let index = key.intValue {
        "\(path)[\(index)]"
      } else {
        path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
      }
    }
  }
}
