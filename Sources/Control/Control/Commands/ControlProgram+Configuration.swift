import SharedDirectory

extension ControlProgram {
  func configuration(_ request: Command.ConfigurationRequest) throws {
    switch request {
    case .show(let form):
      try requireDirectory()
      let configuration = try readConfiguration()
      if form == .json { return try say(json: configuration) }
      var table = Table(indent: 0)
      for key in ConfigurationKey.allCases {
        table.add(key.rawValue, key.value(in: configuration) ?? "-")
      }
      table.lines(world.style).forEach(say)
    case .get(let key, let form):
      try requireDirectory()
      let value = key.value(in: try readConfiguration())
      if form == .json { return try say(json: [key.rawValue: value]) }
      if let value { say(value) }
    case .set(let key, let text):
      try change { try key.set(text, in: &$0, using: world) }
    case .unset(let key):
      try change { key.unset(in: &$0) }
    }
  }

  private func change(_ body: (inout Configuration) throws -> Void) throws {
    try prepareToChange("change the configuration")
    try directory.update(.configuration) { old in
      var configuration = old ?? Configuration()
      try body(&configuration)
      return configuration
    }
  }
}
