// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "pavise",
  products: [
    .library(name: "ManagedSettings", targets: ["ManagedSettings", "SharedDirectory"]),
    .library(name: "ManagedSettingsUI", targets: ["ManagedSettingsUI"]),
    .library(name: "FamilyControls", targets: ["FamilyControls", "SharedDirectory"]),
    .library(name: "DeviceActivity", targets: ["DeviceActivity", "SharedDirectory"]),
    .library(name: "MonitorExtension", targets: ["MonitorService"]),
    .library(name: "PhosraSDK", targets: ["PhosraSDK", "SharedDirectory"]),
    .executable(name: "pavise", targets: ["pavise"]),
    .executable(name: "pavise-sync", targets: ["pavise-sync"]),
    .executable(name: "pavise-monitor", targets: ["pavise-monitor"]),
    .executable(name: "pavise-gate", targets: ["pavise-gate"]),
    .executable(name: "pavise-server", targets: ["pavise-server"]),
  ],
  targets: [
    .library("ManagedSettings", in: "Frameworks", uses: "CBacking"),
    .library("FamilyControls", in: "Frameworks", uses: "ManagedSettings"),
    .library("DeviceActivity", in: "Frameworks", uses: "ManagedSettings"),
    .library("ManagedSettingsUI", in: "Frameworks", uses: "ManagedSettings"),
    .library("CBacking", in: "Frameworks"),

    .library("TimeZoneRules", in: "Core"),
    .library(
      "ActivityEngine", in: "Core", uses: "DeviceActivity", "ManagedSettings", "TimeZoneRules"),
    .library("UseAccounting", in: "Core", uses: "TimeZoneRules"),
    .library("EffectiveSettings", in: "Core", uses: "ManagedSettings"),
    .library("CompiledPolicy", in: "Core", uses: "DeviceActivity", "ManagedSettings"),

    .library("CSystem", in: "Shared"),
    .library("System", in: "Shared", uses: "CSystem"),
    .library(
      "SharedDirectory", in: "Shared", uses: "System", "ManagedSettings", "FamilyControls",
      "DeviceActivity", "TimeZoneRules", "ActivityEngine", "UseAccounting", "EffectiveSettings",
      "CompiledPolicy"),

    .systemLibrary(
      name: "CCurl", path: "Sources/Sync/CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .library(
      "PhosraAPI", in: "Sync", uses: "CCurl", "SharedDirectory", "System", "CompiledPolicy"),
    .library(
      "PhosraSDK", in: "Sync", uses: "PhosraAPI", "SyncService", "SharedDirectory", "System",
      "CompiledPolicy", "FamilyControls"),
    .library(
      "SyncService", in: "Sync", uses: "PhosraAPI", "SharedDirectory", "System", "CompiledPolicy",
      "DeviceActivity", "ManagedSettings", "FamilyControls", "ActivityEngine", "UseAccounting",
      "TimeZoneRules"),
    .program("pavise-sync", in: "Sync", uses: "SyncService", "SharedDirectory", "System"),

    .library(
      "Enforcement", in: "Monitor", uses: "SharedDirectory", "System", "EffectiveSettings",
      "ManagedSettings"),
    .library(
      "UseSources", in: "Monitor", uses: "UseAccounting", "SharedDirectory", "System",
      "Enforcement", "ActivityEngine", "EffectiveSettings", "ManagedSettings", "TimeZoneRules"),
    .library(
      "MonitorService", in: "Monitor", uses: "ActivityEngine", "SharedDirectory", "System",
      "Enforcement", "UseSources", "UseAccounting", "EffectiveSettings", "CompiledPolicy",
      "DeviceActivity", "ManagedSettings", "ManagedSettingsUI", "FamilyControls", "TimeZoneRules"),
    .program("pavise-monitor", in: "Monitor", uses: "MonitorService", "SharedDirectory", "System"),
    .program("pavise-gate", in: "Monitor", uses: "Enforcement", "System"),

    .library(
      "Control", in: "Control", uses: "SharedDirectory", "System", "Enforcement",
      "EffectiveSettings", "CompiledPolicy", "ActivityEngine", "UseAccounting", "DeviceActivity",
      "ManagedSettings", "FamilyControls", "TimeZoneRules", "Replay", "PhosraAPI", "SyncService"),
    .library(
      "Replay", in: "Control", uses: "ActivityEngine", "SharedDirectory", "MonitorService",
      "System", "SyncService", "EffectiveSettings", "CompiledPolicy", "DeviceActivity",
      "ManagedSettings",
      "FamilyControls", "TimeZoneRules"),
    .program("pavise", in: "Control", uses: "Control", "Replay", "SharedDirectory", "System"),
    .program(
      "pavise-benchmark", in: "Control", uses: "Replay", "DeviceActivity", "Enforcement", "System",
      "TimeZoneRules"),
    .library("Fleet", in: "Control", uses: "PhosraAPI"),
    .program("pavise-fleet", in: "Control", uses: "Fleet", "PhosraAPI", "System"),

    .systemLibrary(
      name: "CMicroHTTPD", path: "Sources/Server/CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/Server/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .library(
      "PolicyServer", in: "Server", uses: "CMicroHTTPD", "CSQLite", "CompiledPolicy",
      "ManagedSettings", "System",
      resources: .embedInCode("Page/Files")),
    .program("pavise-server", in: "Server", uses: "PolicyServer", "PhosraAPI", "System"),

    .target(
      name: "TestSupport",
      dependencies: [
        "SharedDirectory", "System", "ActivityEngine", "DeviceActivity", "TimeZoneRules",
      ],
      path: "Tests/Support"),

    .tests("ManagedSettingsTests", in: "Frameworks", uses: "ManagedSettings"),
    .tests("FamilyControlsTests", in: "Frameworks", uses: "FamilyControls", "ManagedSettings"),
    .tests(
      "ManagedSettingsUITests", in: "Frameworks", uses: "ManagedSettingsUI", "ManagedSettings"),
    .tests("DeviceActivityTests", in: "Frameworks", uses: "DeviceActivity", "ManagedSettings"),
    .tests("TimeZoneRulesTests", in: "Core", uses: "TimeZoneRules", "TestSupport"),
    .tests(
      "ActivityEngineTests", in: "Core", uses: "ActivityEngine", "DeviceActivity",
      "ManagedSettings", "TimeZoneRules"),
    .tests(
      "EffectiveSettingsTests", in: "Core", uses: "EffectiveSettings", "ManagedSettings",
      "TestSupport"),
    .tests("UseAccountingTests", in: "Core", uses: "UseAccounting", "TimeZoneRules"),
    .tests(
      "CompiledPolicyTests", in: "Core", uses: "CompiledPolicy", "DeviceActivity",
      "ManagedSettings", "TestSupport"),
    .tests("SystemTests", in: "Shared", uses: "System", "TestSupport"),
    .tests(
      "SharedDirectoryTests", in: "Shared", uses: "SharedDirectory", "System", "ManagedSettings",
      "FamilyControls", "DeviceActivity", "ActivityEngine", "TimeZoneRules", "CompiledPolicy",
      "TestSupport"),
    .tests(
      "PhosraSDKTests", in: "Sync", excluding: ["Wire"], uses: "PhosraSDK", "PhosraAPI",
      "SyncService", "CSystem", "SharedDirectory", "System", "CompiledPolicy", "ManagedSettings",
      "DeviceActivity", "FamilyControls", "TestSupport"),
    .tests(
      "SyncServiceTests", in: "Sync", uses: "SyncService", "PhosraAPI", "SharedDirectory",
      "CompiledPolicy", "ManagedSettings", "DeviceActivity", "FamilyControls", "ActivityEngine",
      "TimeZoneRules", "UseAccounting", "System", "TestSupport"),
    .tests(
      "EnforcementTests", in: "Monitor", uses: "Enforcement", "EffectiveSettings",
      "ManagedSettings", "SharedDirectory", "System", "TestSupport"),
    .tests(
      "UseSourcesTests", in: "Monitor", uses: "UseSources", "UseAccounting",
      "SharedDirectory", "System", "Enforcement", "ActivityEngine", "ManagedSettings",
      "TimeZoneRules"),
    .tests(
      "MonitorServiceTests", in: "Monitor", uses: "MonitorService", "ActivityEngine",
      "SharedDirectory", "Enforcement", "EffectiveSettings", "ManagedSettings", "DeviceActivity",
      "FamilyControls", "TimeZoneRules", "CompiledPolicy", "System", "UseAccounting", "UseSources",
      "ManagedSettingsUI", "TestSupport"),
    .tests(
      "ControlTests", in: "Control", uses: "Control", "Replay", "SharedDirectory", "System",
      "Enforcement", "EffectiveSettings",
      "ActivityEngine", "CompiledPolicy", "DeviceActivity", "FamilyControls", "ManagedSettings",
      "TimeZoneRules", "PhosraAPI", "SyncService", "UseAccounting"),
    .tests(
      "ReplayTests", in: "Control", excluding: ["Quirks", "Rules", "Scenarios"],
      uses: "Replay", "ActivityEngine", "DeviceActivity", "CompiledPolicy", "System",
      "TimeZoneRules", "TestSupport"),
    .tests("FleetTests", in: "Control", uses: "Fleet", "PhosraAPI"),
    .tests(
      "PolicyServerTests", in: "Server", uses: "PolicyServer", "CompiledPolicy", "CSQLite",
      "System", "TestSupport"),
    .tests("Architecture", in: "Architecture"),
    .tests(
      "Processes", in: "Processes", excluding: ["Programs"], uses: "SharedDirectory", "System",
      "ActivityEngine", "UseAccounting", "TimeZoneRules",
      "DeviceActivity", "FamilyControls", "PhosraAPI", "CompiledPolicy", "ExampleApp",
      "ExampleMonitor", "TestSupport"),
    .example(
      "ExampleApp", uses: "SharedDirectory", "DeviceActivity", "FamilyControls", "ManagedSettings"),
    .example("ExampleMonitor", uses: "MonitorService", "DeviceActivity", "ManagedSettings"),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

extension Target {
  static func library(
    _ name: String, in group: String, uses: Dependency..., resources: Resource...
  ) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/\(group)/\(name)", resources: resources)
  }

  static func program(_ name: String, in group: String, uses: Dependency...) -> Target {
    .executableTarget(name: name, dependencies: uses, path: "Sources/\(group)/\(name)")
  }

  static func tests(
    _ name: String, in group: String, excluding others: [String] = [], uses: Dependency...
  ) -> Target {
    .testTarget(
      name: name, dependencies: uses,
      path: group == name ? "Tests/\(name)" : "Tests/\(group)/\(name)",
      exclude: others)
  }

  /// A program that the process tests run, written as iOS source is.
  static func example(_ name: String, uses: Dependency...) -> Target {
    .executableTarget(name: name, dependencies: uses, path: "Tests/Processes/Programs/\(name)")
  }
}
