import Foundation
import FoundationXML
import Testing

/// A picture as an XML parser reads it.
struct PictureText {
  struct Mark {
    var shape: String
    var look: String
    var title: String
  }

  struct Label {
    var words: String
    var look: String
    var x: Double
    var y: Double
    /// About.
    var end: Double
  }

  private(set) var marks: [Mark] = []
  private(set) var labels: [Label] = []
  private(set) var titles: [String] = []
  private(set) var looks: [String] = []

  var words: [String] { labels.map(\.words) }

  /// - Throws: If it is not well-formed.
  init(_ svg: String) throws {
    let document = try XMLDocument(data: Data(svg.utf8))
    let root = try #require(document.rootElement())
    #expect(root.name == "svg")
    read(root)
  }

  private mutating func read(_ element: XMLElement) {
    for case let child as XMLElement in element.children ?? [] {
      let look = child.attribute(forName: "class")?.stringValue ?? ""
      let title = child.elements(forName: "title").first?.stringValue ?? ""
      looks.append(look)
      if !title.isEmpty { titles.append(title) }
      if look.hasPrefix("mark"), title.contains("—") {
        marks.append(Mark(shape: child.name ?? "", look: look, title: title))
      }
      if child.name == "text" { labels.append(label(child, look)) }
      read(child)
    }
  }

  private func label(_ element: XMLElement, _ look: String) -> Label {
    func number(_ name: String) -> Double {
      Double(element.attribute(forName: name)?.stringValue ?? "") ?? .nan
    }
    let words = element.stringValue ?? ""
    let width = Double(words.count) * 5.5
    let isEnd = element.attribute(forName: "text-anchor")?.stringValue == "end"
    let x = number("x")
    return Label(
      words: words, look: look, x: isEnd ? x - width : x, y: number("y"),
      end: isEnd ? x : x + width)
  }
}
