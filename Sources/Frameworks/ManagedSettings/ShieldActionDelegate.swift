/// Answers taps on the buttons of a shield. Subclasses override what they care about; the rest answers `.none`.
///
/// Source: Apple, *ManagedSettings.ShieldActionDelegate*.
open class ShieldActionDelegate {
  public init() {}

  open func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }

  open func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }

  open func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }
}
