let year = YearOfUse()
let edges = try DailyEdges(zone: "Europe/Berlin")
for line in year.lines + edges.lines { print(line) }
