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
    let parser = XMLParser(data: Data(svg.utf8))
    let reader = ElementReader()
    parser.delegate = reader
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(reader.elements.last?.name == "svg")
    for element in reader.elements { add(element) }
  }

  private mutating func add(_ element: ElementReader.Element) {
    looks.append(element.look)
    if !element.title.isEmpty { titles.append(element.title) }
    if element.look.hasPrefix("mark"), element.title.contains("—") {
      marks.append(Mark(shape: element.name, look: element.look, title: element.title))
    }
    guard element.name == "text" else { return }
    let width = Double(element.words.count) * 5.5
    let isEnd = element.attributes["text-anchor"] == "end"
    let (x, y) = (element.number("x"), element.number("y"))
    labels.append(
      Label(
        words: element.words, look: element.look, x: isEnd ? x - width : x, y: y,
        end: isEnd ? x : x + width))
  }
}

/// Collects the elements of a document as they end.
private final class ElementReader: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var words = ""
    var title = ""

    var look: String { attributes["class"] ?? "" }

    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
  }

  private(set) var elements: [Element] = []
  private var open: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters words: String) {
    open[open.count - 1].words += words
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let element = open.removeLast()
    if name == "title", !open.isEmpty { open[open.count - 1].title = element.words }
    elements.append(element)
  }
}
