import Glibc

if CommandLine.arguments.contains(ExecutionCost.argument) { exit(try ExecutionCost.run()) }
let year = YearOfUse()
let edges = try DailyEdges(zone: "Europe/Berlin")
for line in year.lines + edges.lines { print(line) }
