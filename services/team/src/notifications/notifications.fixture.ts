import { documentsEvents } from '@portal/contracts/documents'
import type { EventAudience, EventEnvelope } from '@portal/contracts/events'
import { teamApi } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { TeamPortsUnderTest } from '@portal/testkit/team-ports'
import { expect, vi } from 'vitest'
import { type Founded, startTeamUnderTest } from '../../test/team-under-test.ts'
import { planDigests } from './plan-digests.ts'

export const patience = { timeout: 45_000, interval: 25 }

/** What of an event a test varies. */
interface Said {
  readonly type: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly audience?: EventAudience
  readonly actorId?: string
  readonly isRepublished?: true
}

/** An event as the documents service publishes it. */
export function documentsEvent(
  organizationId: number,
  documentId: string,
  { type, data = {}, audience = { organizationId }, actorId, isRepublished }: Said,
): EventEnvelope {
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: 'documents',
    type,
    dataversion: 1,
    subject: documentId,
    time: new Date().toISOString(),
    organizationid: organizationId,
    partitionkey: `${organizationId}/${documentId}`,
    ...(actorId === undefined ? {} : { actorid: actorId }),
    ...(isRepublished ? { republished: true } : { audience }),
    data: { documentId, ...data },
  }
}

/** The document's own events. */
export const uploaded = (title: string, visibleTo: readonly number[] = []): Said => ({
  type: documentsEvents.documentUploaded.type,
  data: { versionId: uuidV7(), title, visibleTo },
})
export const changed = (title: string, present: Readonly<Record<string, unknown>> = {}): Said => ({
  type: documentsEvents.documentChanged.type,
  data: { title, departmentNumber: null, isActive: true, visibleTo: [], ownerId: null, ...present },
})
export const activated = (data: Readonly<Record<string, unknown>> = {}): Said => ({
  type: documentsEvents.versionActivated.type,
  data: { versionId: uuidV7(), version: 1, replaced: null, ...data },
})
export const requested = (
  approverId: string,
  data: Readonly<Record<string, unknown>> = {},
): Said & { readonly audience: EventAudience } => ({
  type: documentsEvents.approvalRequested.type,
  data: { versionId: uuidV7(), version: 2, approvalId: uuidV7(), stage: 1, approverId, dueAt: null, ...data },
  audience: { users: [approverId] },
})

/** Team with an organization's documents, as their service's events describe them. */
export async function startNotifying(given: Partial<TeamPortsUnderTest> = {}) {
  const team = await startTeamUnderTest(given)
  const { bus, urls } = team.under
  const publish = (...events: readonly EventEnvelope[]) => bus.publish('documents', events)
  /** Until all that was published has been handled. */
  const settled = () =>
    vi.waitFor(async () => {
      for (const { behind } of await bus.lag('team-notifications', ['documents'])) expect(behind).toBe(0)
    }, patience)
  const database = openDatabase({ urls, name: 'clock' })
  /** As the scheduler at this time. */
  const plan = (now: string) =>
    planDigests(
      {
        platformTx: (work) =>
          database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
      },
      { now: new Date(now), hour: 7 },
    )
  const list = async (personId: string) =>
    (await team.as(personId)).call(teamApi.listNotifications, { query: {} })
  const unread = async (personId: string) =>
    (await (await team.as(personId)).call(teamApi.countUnreadNotifications, {})).unread
  /** A document whose first version is in force. */
  const document = async (
    { id: organizationId }: Pick<Founded, 'id'>,
    title: string,
    visibleTo?: number[],
  ) => {
    const documentId = uuidV7()
    const happens = async (...said: readonly Said[]) => {
      await publish(...said.map((one) => documentsEvent(organizationId, documentId, one)))
      await settled()
    }
    await happens(uploaded(title, visibleTo), activated())
    return { documentId, happens }
  }
  const stop = async () => {
    await database.close()
    await team[Symbol.asyncDispose]()
  }
  return { ...team, database, publish, settled, plan, list, unread, document, [Symbol.asyncDispose]: stop }
}

export type NotifyingTeam = Awaited<ReturnType<typeof startNotifying>>
