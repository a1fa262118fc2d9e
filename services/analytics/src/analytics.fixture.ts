import { analyticsApi } from '@portal/contracts/analytics'
import { chatEvents } from '@portal/contracts/chat'
import type { Outcome } from '@portal/contracts/citation'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventAudience, EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { Role } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { jobs } from '@portal/service-kit/tables'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { expect, vi } from 'vitest'
import type { z } from 'zod'
import { recountGroups } from './grouping/group-questions.ts'
import type { AnalyticsPorts, QuestionsToEncode } from './ports.ts'
import { service as analytics } from './service.ts'

const patience = { timeout: 45_000, interval: 25 }

/** What questions of these tests are about; those about the same thing mean the same. */
const topics = ['retention', 'gifts', 'travel', 'passwords'] as const

interface Published {
  readonly organizationId?: number
  readonly subject: string
  readonly at?: string
  readonly actorId?: string
  readonly audience?: EventAudience
  readonly isRepublished?: boolean
}

/** An event as its service publishes it. */
export function eventOf<D extends EventDefinition>(
  definition: D,
  { organizationId, subject, at, actorId, audience, isRepublished }: Published,
  data: z.input<D['data']>,
): EventEnvelope {
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: definition.source,
    type: definition.type,
    dataversion: definition.version,
    subject,
    time: at ?? '2026-03-10T09:00:00.000Z',
    ...(organizationId === undefined ? {} : { organizationid: organizationId }),
    ...(actorId === undefined ? {} : { actorid: actorId }),
    partitionkey: `${organizationId ?? 'platform'}/${subject}`,
    ...(audience ? { audience } : {}),
    ...(isRepublished ? { republished: true } : {}),
    data: { ...(data as object) },
  }
}

/** A person's profile as team publishes it; without a name once they are erased. */
export function profileOf(userId: string, firstName: string | null): EventEnvelope {
  return eventOf(
    teamEvents.personChanged,
    { subject: userId },
    {
      ...{ userId, firstName, username: null, email: null, lastName: null },
      ...{ isDisabled: firstName === null, createdAt: '2026-01-01T00:00:00.000Z' },
    },
  )
}

/** Has a person erased. Keys are per topic, so it may overtake what team publishes of them. */
export function erasureOf(userId: string, organizationIds: number[]): EventEnvelope {
  const { erasureRequested } = masterAdminEvents
  const event = eventOf(erasureRequested, { subject: userId }, { userId, organizationIds })
  return { ...event, partitionkey: `erasure/${userId}` }
}

/** A question as chat says that it was answered. */
export interface Asked {
  readonly messageId?: string
  readonly conversationId?: string
  readonly by?: string
  readonly departments?: readonly number[]
  readonly question?: string
  readonly at?: string
  readonly outcome?: Outcome
  readonly durationMs?: number
  readonly cites?: readonly string[]
  readonly isRepublished?: boolean
}

/** Analytics on its own, over events that a test publishes. */
export async function startAnalytics() {
  const calls: QuestionsToEncode[] = []
  const ports: AnalyticsPorts = {
    encoder: {
      encode: async (asked) => {
        calls.push(asked)
        return { model: 'topics', vectors: asked.questions.map(vectorOf) }
      },
    },
  }
  const under = await startUnderTest(analytics, { ports })
  const database = openDatabase({ urls: under.urls, name: 'test' })
  let organizations = 0
  const publish = async (...events: readonly EventEnvelope[]) => {
    for (const event of events) await under.bus.publish(event.source, [event])
  }
  /** Until every event is handled, and every job that they have caused is done. */
  const settled = () =>
    vi.waitFor(async () => {
      const lags = await under.bus.lag('analytics', ['team', 'documents', 'chat', 'master-admin'])
      expect(lags.every(({ behind }) => behind === 0)).toBe(true)
      expect(await database.platformTx((db) => db.$count(jobs))).toBe(0)
    }, patience)
  const newOrganization = () => {
    organizations += 1
    const organizationId = organizations
    const of = { organizationId }
    return {
      organizationId,
      as: (role: Role = 'admin', person: { personId?: string; departments?: number[] } = {}) =>
        under.as({ personId: role, departments: [], ...person, organizationId, role }),
      department: (number: number, name: string) =>
        eventOf(
          teamEvents.departmentCreated,
          { ...of, subject: `${organizationId}/${number}` },
          { number, name, color: '#10B981' },
        ),
      settings: (timeZone: string, trendingAskersMin = 3) =>
        eventOf(
          teamEvents.settingsChanged,
          { ...of, subject: String(organizationId) },
          {
            ...{ timeZone, trendingAskersMin },
            reviewCycleMonths: null,
            approvalDeadlineDays: null,
            approvalReminderDays: [],
          },
        ),
      joined: (userId: string) =>
        eventOf(
          teamEvents.memberJoined,
          { ...of, subject: userId, audience: of },
          { userId, role: 'team_member' },
        ),
      left: (userId: string) =>
        eventOf(
          teamEvents.memberRemoved,
          { ...of, subject: userId, audience: of },
          { userId, role: 'team_member' },
        ),
      asked: ({ at = new Date().toISOString(), ...asked }: Asked = {}) => {
        const { messageId = uuidV7(), conversationId = uuidV7(), by = 'ann', isRepublished = false } = asked
        const { question = 'What about retention?', departments = [], cites = [] } = asked
        const about = { ...of, subject: conversationId, isRepublished }
        return eventOf(chatEvents.questionAnswered, about, {
          ...{ messageId, conversationId, userId: by, question, askedAt: at },
          ...{ outcome: asked.outcome ?? 'answered', durationMs: asked.durationMs ?? 1000 },
          ...{ departments: [...departments], citedDocuments: [...cites] },
        })
      },
      rated: (messageId: string, rating: number, conversationId = uuidV7()) =>
        eventOf(
          chatEvents.answerRated,
          { ...of, subject: messageId },
          { messageId, conversationId, userId: 'ann', rating, previous: null },
        ),
      deletedConversation: (conversationId: string) =>
        eventOf(
          chatEvents.conversationDeleted,
          { ...of, subject: conversationId },
          { conversationId, userId: 'ann' },
        ),
      uploaded: (documentId: string, title: string, more: object = {}, published: object = {}) =>
        eventOf(
          documentsEvents.documentUploaded,
          { ...of, subject: documentId, ...published },
          { documentId, versionId: uuidV7(), title, visibleTo: [], ...more },
        ),
      activated: (documentId: string, more: object = {}, published: object = {}) =>
        eventOf(
          documentsEvents.versionActivated,
          { ...of, subject: documentId, ...published },
          { documentId, versionId: uuidV7(), version: 1, replaced: null, ...more },
        ),
      deleted: (documentId: string) =>
        eventOf(documentsEvents.documentDeleted, { ...of, subject: documentId }, { documentId }),
    }
  }
  return {
    ...{ under, calls, publish, settled, newOrganization },
    /** Works on an organization's rows. */
    within: (
      { organizationId }: { readonly organizationId: number },
      work: Parameters<typeof database.tenantTx>[1],
    ) => database.tenantTx(organizationId, work),
    /** Has groups counted anew, as is done hourly. */
    recount: () =>
      recountGroups({
        platformTx: (work) =>
          database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
      }),
    stop: async () => {
      await database.close()
      await under.stop()
    },
  }
}

export type Analytics = Awaited<ReturnType<typeof startAnalytics>>
export type Organization = ReturnType<Analytics['newOrganization']>

/** Everything that admins read of an organization, without the ids of groups. */
export async function figuresOf(organization: Organization, query: { from: string; to: string }) {
  const client = organization.as()
  const unit = 'day' as const
  const groups = await client.call(analyticsApi.listTrendingQuestions, {})
  const open = await client.call(analyticsApi.listUnansweredQuestions, {})
  const covered = await client.call(analyticsApi.listCoveredDocuments, { query })
  return {
    stats: await client.call(analyticsApi.readStats, {}),
    insights: await client.call(analyticsApi.readInsights, { query }),
    series: await client.call(analyticsApi.readTimeSeries, { query: { ...query, unit } }),
    departments: await client.call(analyticsApi.listDepartmentActivity, { query }),
    trending: groups.map(({ id: _, ...group }) => group),
    unanswered: open.map(({ id: _, ...group }) => group),
    covered: covered.map(({ id: _, ...document }) => document),
  }
}

function vectorOf(question: string): Float32Array {
  const about = topics.findIndex((topic) => question.includes(topic))
  const vector = new Float32Array(topics.length + 1)
  vector[about === -1 ? topics.length : about] = 1
  return vector
}
