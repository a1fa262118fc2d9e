import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { eventTopics } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { DocumentEngines } from '@portal/testkit/document-engines'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AllServices, patience, startAllServices, upload } from './all-services.fixture.ts'

/** Engines that a deletion is drilled on. */
export interface DeletionEngines {
  readonly bus: EventBus
  readonly ports: DocumentEngines['ports']
  close(): Promise<void>
}

/** Services that keep something from others' events. */
const follows: readonly (readonly [string, readonly string[]])[] = [
  ['documents', ['team']],
  ['master-admin', ['team', 'documents', 'chat']],
  ['master-admin-audit', ['team', 'documents', 'chat']],
]

/** An organization's deletion in every service and store (decision 38, reliability.md R16). */
export function describeDeletion(open: () => Promise<DeletionEngines>): void {
  let engines: DeletionEngines
  let portal: AllServices
  const emitted: EventEnvelope[] = []

  beforeAll(async () => {
    engines = await open()
    portal = await startAllServices(engines)
    await engines.bus.tail({ topics: eventTopics, handle: (event) => void emitted.push(event) })
  }, 300_000)
  afterAll(async () => {
    await portal.stop()
    await engines.close()
  }, 120_000)

  const remove = (id: number) => portal.operator.call(masterAdminApi.deleteOrganization, { params: { id } })

  /** All data of an organization, once nothing changes any more. */
  async function everythingOf(id: number) {
    return await vi.waitFor(async () => {
      const before = await portal.rows(id)
      for (const tables of Object.values(before)) {
        expect(tables).not.toHaveProperty('jobs')
        expect(tables).not.toHaveProperty('outbox')
      }
      for (const [group, topics] of follows) {
        const lags = await engines.bus.lag(group, topics)
        expect(lags.map(({ behind }) => behind)).toEqual(topics.map(() => 0))
      }
      // Read again: earlier events may have taken effect only now.
      const rows = await portal.rows(id)
      expect(rows).toEqual(before)
      expect(rows['master-admin']).toHaveProperty('answers')
      // (chain, sequence, hash, signed sequence, organization): the trail is signed to its end.
      expect(rows['master-admin']?.audit_chains?.[0]).toMatch(/^\(\d+,(\d+),\w+,\1,\d+\)$/)
      return { rows, files: await portal.files(id), indexed: await portal.indexed(id) }
    }, patience)
  }

  async function expectNothingOf(id: number): Promise<void> {
    await vi.waitFor(async () => {
      for (const [service, tables] of Object.entries(await portal.rows(id)))
        expect([service, tables]).toEqual([service, {}])
      expect(await portal.files(id)).toEqual([])
      expect(await portal.indexed(id)).toBe(0)
    }, patience)
  }

  it('shuts the organization at once, leaves nothing of it in any store, tells the truth in its ledger, and touches no other', async () => {
    const doomed = await portal.found('Halden')
    const other = await portal.found('Northwind')
    const before = await everythingOf(other.id)
    const { rows, indexed } = await everythingOf(doomed.id)
    expect(indexed).toBeGreaterThanOrEqual(6)

    await remove(doomed.id)
    const params = { personId: doomed.founder }
    const identity = await portal.under.team.asService('gateway').call(teamApi.readIdentity, { params })
    expect(identity).toMatchObject({ organization: null, role: null })
    const ledger = await portal.closedLedger(doomed.id)
    await expectNothingOf(doomed.id)
    await expect(doomed.admin.call(documentsApi.listDocuments, { query: {} })).rejects.toMatchObject({
      status: 410,
      code: 'organization_deleted',
    })

    expect(ledger?.organizationName).toBe('Halden')
    const steps = ledger?.steps ?? []
    expect(steps.every(({ remaining, finishedAt }) => remaining === 0 && finishedAt !== null)).toBe(true)
    const removed = new Map(steps.map((step) => [`${step.service}: ${step.store}`, step.removed]))
    expect(removed.get('documents: files')).toBe(3)
    expect(removed.get('team: mail')).toBe(1)
    expect(removed.get('documents: search index')).toBe(indexed)
    for (const [service, tables] of Object.entries(rows)) {
      for (const [table, { length }] of Object.entries(tables)) {
        // The deletion itself left traces: handled events and audit entries.
        const gone = removed.get(`${service}: table ${table}`)
        expect([service, table, gone ?? 0]).toSatisfy(() => (gone ?? 0) >= length)
      }
    }
    expect(await everythingOf(other.id)).toEqual(before)
  }, 180_000)

  it('every event of the organization delivered again, late and under other ids too, brings nothing back', async () => {
    const doomed = await portal.found('Late')
    await everythingOf(doomed.id)
    const all = emitted.filter((event) => event.organizationid === doomed.id)
    expect(new Set(all.map(({ source }) => source)).size).toBeGreaterThanOrEqual(3)
    await remove(doomed.id)
    await portal.closedLedger(doomed.id)
    for (const event of [...all.toReversed(), ...all, ...all.map((one) => ({ ...one, id: uuidV7() }))])
      await engines.bus.publish(event.source, [event])
    const witness = await portal.found('Witness')
    await everythingOf(witness.id)
    await expectNothingOf(doomed.id)
  }, 180_000)

  it('services that are restored from before a deletion purge again, as a restore requests of the ledger', async () => {
    const doomed = await portal.found('Restored')
    await everythingOf(doomed.id)
    await remove(doomed.id)
    await portal.closedLedger(doomed.id)
    await portal.restore(doomed.id)
    for (const tables of Object.values(await portal.rows(doomed.id)))
      expect(tables).toHaveProperty('quota_usage')
    expect(await portal.files(doomed.id)).toHaveLength(1)
    await portal.requestAgain()
    await expectNothingOf(doomed.id)
  }, 180_000)

  it('an upload that is under way when the organization is deleted is refused, and its file goes', async () => {
    const doomed = await portal.found('Uploading')
    const { blobs } = engines.ports
    const put = blobs.put.bind(blobs)
    const isUnderWay = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const slow = vi.spyOn(blobs, 'put').mockImplementation(async (key, content) => {
      isUnderWay.resolve()
      await mayEnd.promise
      return await put(key, content)
    })
    const refused = expect(upload(doomed.admin, 'late policy')).rejects.toMatchObject({
      status: 410,
      code: 'organization_deleted',
    })
    await isUnderWay.promise
    await remove(doomed.id)
    await portal.closedLedger(doomed.id)
    mayEnd.resolve()
    await refused
    slow.mockRestore()
    await expectNothingOf(doomed.id)
  }, 180_000)
}
