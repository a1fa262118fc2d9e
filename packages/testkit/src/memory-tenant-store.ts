import type { TenantStore } from '@portal/service-kit/ports/tenant-store'

/** An in-memory tenant store. `beforePurge` runs before each purge, to fail or to interfere. */
export class MemoryTenantStore implements TenantStore {
  readonly holds = 'things'
  readonly things = new Map<number, string[]>()
  beforePurge: (organizationId: number) => Promise<void> | void = () => undefined

  put(organizationId: number, thing: string): void {
    this.things.set(organizationId, [...(this.things.get(organizationId) ?? []), thing])
  }

  async countOf(organizationId: number): Promise<number> {
    return this.things.get(organizationId)?.length ?? 0
  }

  async purge(organizationId: number): Promise<void> {
    await this.beforePurge(organizationId)
    this.things.delete(organizationId)
  }
}
