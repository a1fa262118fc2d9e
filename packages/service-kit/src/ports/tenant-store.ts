/**
 * What every port offers that keeps things of organizations: the purge of a deleted organization finds it by these two methods, so that a
 * service which is given such a port cannot forget it. Both throw {@link EngineUnavailable} when the engine cannot serve now.
 */
export interface TenantStore {
  /** What it keeps, for the ledger, as `files`. */
  readonly holds: string
  /** How many things of the organization it holds now, of whatever kind. */
  countOf(organizationId: number): Promise<number>
  /** Removes everything of the organization for good. Safe to repeat and to break off anywhere. */
  purge(organizationId: number): Promise<void>
}

/** Those of a service's ports that keep things of organizations. */
export function tenantStores(ports: unknown): readonly TenantStore[] {
  return Object.values(ports ?? {}).filter(isTenantStore)
}

function isTenantStore(port: unknown): port is TenantStore {
  if (typeof port !== 'object' || port === null) return false
  return 'countOf' in port && typeof port.countOf === 'function' && 'purge' in port
}
