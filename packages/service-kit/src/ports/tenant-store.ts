/**
 * A port that stores organizations' data: implementing it suffices to be purged with a deleted
 * organization. Both methods throw {@link EngineUnavailable} when the engine cannot serve.
 */
export interface TenantStore {
  /** What it stores, for the ledger, such as `files`. */
  readonly holds: string
  /** The number of items it has of the organization. */
  countOf(organizationId: number): Promise<number>
  /** Removes everything of the organization for good. Idempotent and interruptible. */
  purge(organizationId: number): Promise<void>
}

/** Those of a service's ports that store organizations' data. */
export function tenantStores(ports: unknown): readonly TenantStore[] {
  return Object.values(ports ?? {}).filter(isTenantStore)
}

function isTenantStore(port: unknown): port is TenantStore {
  if (typeof port !== 'object' || port === null) return false
  return 'countOf' in port && typeof port.countOf === 'function' && 'purge' in port
}
