import { analyticsApi } from '@portal/contracts/analytics'
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import type { EventEnvelope } from '@portal/contracts/events'
import { listRowsMax } from '@portal/contracts/list-query'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Analytics, type Organization, startAnalytics } from './analytics.fixture.ts'
import { documents, questions } from './facts/facts-schema.ts'
import { questionDays } from './figures/figures-schema.ts'
import { groupFigures } from './grouping/groups-schema.ts'

let analytics: Analytics

beforeAll(async () => {
  analytics = await startAnalytics()
})
afterAll(() => analytics.stop())

const today = dayIn('UTC')
const daysAgo = (days: number, time = '09:00') => `${addDays(today, -days)}T${time}:00.000Z`

async function organizationWith(publish: (one: Organization) => EventEnvelope[]) {
  const one = analytics.newOrganization()
  await analytics.publish(...publish(one))
  await analytics.settled()
  return one
}

describe('the specified figures', () => {
  it('count all questions, what was rated, and the questions of each department', async () => {
    const [first, second] = [uuidV7(), uuidV7()]
    const one = await organizationWith((one) => [
      one.department(1, 'Legal'),
      one.department(2, 'People'),
      one.asked({ messageId: first, departments: [1, 2] }),
      one.asked({ messageId: second, departments: [2], at: '2019-03-01T09:00:00.000Z' }),
      one.asked(),
      one.rated(first, 5),
      one.rated(second, 2),
      one.uploaded(uuidV7(), 'Travel'),
    ])
    expect(await one.as().call(analyticsApi.readStats, {})).toEqual({
      totalQuestions: 3,
      totalDocuments: 1,
      averageRating: 3.5,
      departments: [
        { id: 1, name: 'Legal', color: '#10B981', questionCount: 1 },
        { id: 2, name: 'People', color: '#10B981', questionCount: 2 },
      ],
    })
  })

  it('have no average without ratings, and are empty in a new organization', async () => {
    const one = analytics.newOrganization()
    const stats = { totalQuestions: 0, totalDocuments: 0, averageRating: null, departments: [] }
    expect(await one.as().call(analyticsApi.readStats, {})).toEqual(stats)
    const [first] = await one.as().call(analyticsApi.listRecommendations, {})
    expect(first).toMatchObject({ priority: 'high', act: { to: '/documents' } })
  })

  it('are for those who read analytics, of their own organization', async () => {
    const one = await organizationWith((one) => [one.asked()])
    for (const route of [analyticsApi.readStats, analyticsApi.listActivity, analyticsApi.listRecommendations])
      await expect(one.as('team_member').call(route, {})).rejects.toMatchObject({ status: 403 })
    const other = analytics.newOrganization()
    expect(await other.as('manager').call(analyticsApi.readStats, {})).toMatchObject({ totalQuestions: 0 })
  })
})

describe('trending questions', () => {
  const asking = (people: readonly string[], more: object = {}) =>
    people.map((by, at) => ({ by, question: `What about gifts${'?'.repeat(at + 1)}`, ...more }))

  it('are grouped by meaning, from three people on, without names, most asked first', async () => {
    const id = uuidV7()
    const one = await organizationWith((one) => [
      one.department(2, 'People'),
      ...asking(['ann', 'bea']).map(one.asked),
      one.asked({ by: 'cat', question: 'May I keep gifts?', messageId: id, departments: [2] }),
      ...['ann', 'ann', 'ann', 'bea'].map((by) => one.asked({ by, question: 'How are passwords kept?' })),
      one.rated(id, 4),
    ])
    const trending = await one.as('manager').call(analyticsApi.listTrendingQuestions, {})
    expect(trending).toMatchObject([{ askCount: 3, averageRating: 4, department: 'People', departmentId: 2 }])
    expect(trending[0]?.question).toMatch(/gifts/)
    expect(JSON.stringify(trending)).not.toMatch(/ann|bea|cat/)
    expect(analytics.calls.at(-1)?.askerIds.length).toBeGreaterThan(0)
  })

  it('are shown from fewer people on where the organization wants that', async () => {
    const one = await organizationWith((one) => [one.asked({ by: 'ann' })])
    const list = () => one.as().call(analyticsApi.listTrendingQuestions, {})
    expect(await list()).toEqual([])
    await analytics.publish(one.settings('UTC', 1))
    await analytics.settled()
    expect(await list()).toMatchObject([{ question: 'What about retention?', askCount: 1 }])
  })

  it('older than 30 days are none, nor those whose conversations were deleted', async () => {
    const conversations = [uuidV7(), uuidV7(), uuidV7()]
    const one = await organizationWith((one) => [
      ...asking(['ann', 'bea', 'cat'], { at: daysAgo(31) }).map(one.asked),
      ...['ann', 'bea', 'cat'].map((by, at) =>
        one.asked({ by, question: 'How do I book travel?', conversationId: conversations[at] ?? '' }),
      ),
    ])
    const list = () => one.as().call(analyticsApi.listTrendingQuestions, {})
    expect(await list()).toMatchObject([{ question: 'How do I book travel?' }])
    await analytics.publish(one.deletedConversation(conversations[0] ?? ''))
    await analytics.settled()
    expect(await list()).toEqual([])
    expect(await one.as().call(analyticsApi.readStats, {})).toMatchObject({ totalQuestions: 6 })
  })

  it('are counted without the questions that have become older than 30 days since', async () => {
    const one = await organizationWith((one) => [
      ...asking(['ann', 'bea'], { at: daysAgo(29) }).map(one.asked),
      one.asked({ by: 'cat', question: 'May I keep gifts?', at: daysAgo(1) }),
      ...['ann', 'bea', 'cat'].map((by) => one.asked({ by, question: 'How do I travel?', at: daysAgo(2) })),
    ])
    const list = async () =>
      (await one.as().call(analyticsApi.listTrendingQuestions, {})).map(({ askCount }) => askCount)
    expect(await list()).toEqual([3, 3])
    // Two days pass.
    await analytics.within(one, async (db) => {
      const earlier = (column: PgColumn) => sql`${column} - interval '2 days'`
      const { firstAskedAt, lastAskedAt } = groupFigures
      await db.update(questions).set({ askedAt: earlier(questions.askedAt) })
      await db
        .update(groupFigures)
        .set({ firstAskedAt: earlier(firstAskedAt), lastAskedAt: earlier(lastAskedAt) })
    })
    await analytics.recount()
    await analytics.settled()
    expect(await list()).toEqual([3])
    await analytics.publish(one.settings('UTC', 1))
    await analytics.settled()
    expect(await list()).toEqual([3, 1])
  })

  it('are those of one department if it is named; what found nothing is work to do', async () => {
    const open = { outcome: 'no_evidence' as const, departments: [1] }
    const one = await organizationWith((one) => [
      one.department(1, 'Legal'),
      ...asking(['ann', 'bea', 'cat'], open).map(one.asked),
      one.asked({ by: 'dan', question: 'What about gifts?' }),
    ])
    const query = { department: 1 }
    const client = one.as()
    expect(await client.call(analyticsApi.listTrendingQuestions, { query })).toMatchObject([{ askCount: 3 }])
    expect(await client.call(analyticsApi.listTrendingQuestions, { query: { department: 2 } })).toEqual([])
    expect(await client.call(analyticsApi.listUnansweredQuestions, {})).toMatchObject([
      { askCount: 4, unansweredCount: 3, department: 'Legal' },
    ])
  })
})

describe('a period', () => {
  it('is compared with as many days before it, in the days of the organization', async () => {
    const one = await organizationWith((one) => [
      one.settings('Asia/Tokyo'),
      // Half past midnight of the next day in Tokyo.
      one.asked({ at: '2026-03-09T15:30:00.000Z', durationMs: 500 }),
      one.asked({ at: '2026-03-09T14:30:00.000Z', outcome: 'no_evidence', durationMs: 2000 }),
      one.asked({ at: '2026-03-01T09:00:00.000Z', durationMs: 4000 }),
    ])
    const query = { from: '2026-03-08', to: '2026-03-14' }
    const insights = await one.as().call(analyticsApi.readInsights, { query })
    expect(insights).toMatchObject({
      period: { previousFrom: '2026-03-01', timeZone: 'Asia/Tokyo' },
      present: { questions: 2, answered: 1, noEvidenceShare: 0.5, lowRatedShare: null },
      previous: { questions: 1 },
    })
    expect(insights.previous.medianAnswerMs).toBeGreaterThan(4000 * 0.98)
    expect(insights.previous.medianAnswerMs).toBeLessThan(4000 * 1.02)
    const series = await one.as().call(analyticsApi.readTimeSeries, { query: { ...query, unit: 'day' } })
    const asked = series.points.filter(({ questions }) => questions > 0)
    expect(asked.map(({ startsOn }) => startsOn)).toEqual(['2026-03-09', '2026-03-10'])
    expect([series.points.length, series.previous.length]).toEqual([7, 7])
    const weeks = await one.as().call(analyticsApi.readTimeSeries, { query: { ...query, unit: 'week' } })
    expect(weeks.points.map(({ startsOn, questions }) => [startsOn, questions])).toEqual([
      ['2026-03-08', 0],
      ['2026-03-09', 2],
    ])
  })

  it('has beside each step one of as many days of the period before', async () => {
    // From a Tuesday on, weeks are of 6, 7, 7, 7 and 3 days. Asked on the first and last of each.
    const before = ['02-08', '02-13', '02-14', '02-20', '02-21', '02-27', '02-28', '03-06', '03-07', '03-09']
    const one = await organizationWith((one) =>
      before.map((day) => one.asked({ at: `2026-${day}T12:00:00.000Z`, durationMs: 900 })),
    )
    const previous = async (unit: 'week' | 'month') => {
      const query = { from: '2026-03-10', to: '2026-04-08', unit }
      const series = await one.as().call(analyticsApi.readTimeSeries, { query })
      expect(series.points.map(({ questions }) => questions)).toEqual(series.previous.map(() => 0))
      expect(series.previous.map(({ medianAnswerMs }) => medianAnswerMs)).not.toContain(null)
      return series.previous.map(({ startsOn, questions }) => [startsOn, questions])
    }
    expect(await previous('week')).toEqual([
      ['2026-02-08', 2],
      ['2026-02-14', 2],
      ['2026-02-21', 2],
      ['2026-02-28', 2],
      ['2026-03-07', 2],
    ])
    expect(await previous('month')).toEqual([
      ['2026-02-08', 7],
      ['2026-03-02', 3],
    ])
  })

  it('has the median of each day, also of days that an earlier release rolled up without it', async () => {
    const one = await organizationWith((one) =>
      [100, 900, 5000].map((durationMs) => one.asked({ at: '2026-03-09T09:00:00.000Z', durationMs })),
    )
    const query = { from: '2026-03-09', to: '2026-03-09', unit: 'day' } as const
    const median = async () =>
      (await one.as().call(analyticsApi.readTimeSeries, { query })).points[0]?.medianAnswerMs ?? 0
    const kept = await median()
    expect(Math.abs(kept / 900 - 1)).toBeLessThan(0.02)
    await analytics.within(one, (db) => db.update(questionDays).set({ medianBucket: null }))
    expect(await median()).toBe(kept)
  })

  it('is counted anew when the organization moves to another zone', async () => {
    const at = '2026-03-09T15:30:00.000Z'
    const one = await organizationWith((one) => [one.asked({ at })])
    const query = { from: '2026-03-09', to: '2026-03-09' }
    const read = async () => (await one.as().call(analyticsApi.readInsights, { query })).present.questions
    expect(await read()).toBe(1)
    await analytics.publish(one.settings('Asia/Tokyo'))
    await analytics.settled()
    expect(await read()).toBe(0)
  })

  it('that ends before it begins, or is longer than five years, is refused with a sentence', async () => {
    const client = analytics.newOrganization().as()
    for (const from of ['2026-03-02', '2019-01-01'])
      await expect(
        client.call(analyticsApi.readInsights, { query: { from, to: '2026-03-01' } }),
      ).rejects.toMatchObject({ status: 400, detail: expect.stringMatching(/^The period must .*\.$/) })
  })
})

describe('coverage', () => {
  it('says which documents answer, which never did, are overdue, or are unread', async () => {
    const [cited, silent, closed] = [uuidV7(), uuidV7(), uuidV7()]
    const one = await organizationWith((one) => [
      ...[one.uploaded(cited, 'Cited'), one.activated(cited, { nextReviewOn: addDays(today, -1) })],
      ...[one.uploaded(silent, 'Silent'), one.activated(silent)],
      ...[one.uploaded(closed, 'Closed', { visibleTo: [7] }), one.activated(closed)],
      one.asked({ cites: [cited], at: daysAgo(1) }),
    ])
    const coverage = await one.as().call(analyticsApi.readCoverage, {})
    expect(coverage).toMatchObject({ documents: 3, askedAbout: 1, neverAsked: 2, overdue: 1, unread: 0 })
    const covered = await one.as('manager').call(analyticsApi.listCoveredDocuments, {})
    expect(covered.map(({ title, answers }) => [title, answers])).toEqual([
      ['Cited', 1],
      ['Silent', 0],
    ])
    expect(covered[0]).toMatchObject({ lastCitedOn: addDays(today, -1), isOverdue: true })
    await analytics.publish(one.deleted(cited))
    await analytics.settled()
    const query = { kind: 'asked' as const }
    expect(await one.as().call(analyticsApi.listCoveredDocuments, { query })).toEqual([])
  })

  it('is of all documents, also of those that are more than a list shows', async () => {
    const late = uuidV7()
    const one = await organizationWith((one) => [
      one.uploaded(late, 'Zoning'),
      one.activated(late, { nextReviewOn: addDays(today, -1) }),
    ])
    await analytics.within(one, (db) =>
      db.execute(sql`insert into ${documents} (organization_id, id, title, current_version_id)
        select ${one.organizationId}, gen_random_uuid(), 'Policy ' || n, gen_random_uuid()
        from generate_series(1, ${listRowsMax}::int) n`),
    )
    const count = listRowsMax + 1
    const coverage = await one.as().call(analyticsApi.readCoverage, {})
    expect(coverage).toMatchObject({ documents: count, neverAsked: count, askedAbout: 0, overdue: 1 })
    const query = { kind: 'overdue' as const }
    const listed = await one.as().call(analyticsApi.listCoveredDocuments, { query })
    expect(listed.map(({ title }) => title)).toEqual(['Zoning'])
    const recommended = await one.as().call(analyticsApi.listRecommendations, {})
    expect(recommended.map(({ kind }) => kind)).toContain('overdue-reviews')
    const file = await one.as().request('GET', '/api/analytics/export/coverage')
    const lines = (await file.text()).trim().split('\r\n')
    expect(new Set(lines).size).toBe(1 + count)
  })
})

describe('activity', () => {
  it('is what the person may know of, newest first, with the names of today', async () => {
    const [open, closed] = [uuidV7(), uuidV7()]
    const one = analytics.newOrganization()
    const { organizationId } = one
    const stewards = { organizationId, departments: [7], roles: ['admin', 'facilitator'] }
    await analytics.publish(
      one.uploaded(open, 'Open', {}, { actorId: 'tomas', audience: { organizationId } }),
      one.uploaded(closed, 'Closed', { visibleTo: [7] }, { actorId: 'tomas', audience: stewards }),
      one.uploaded(open, 'Open', {}, { isRepublished: true }),
      one.uploaded(uuidV7(), 'For services'),
    )
    await analytics.settled()
    const titles = async (client: ReturnType<typeof one.as>) =>
      (await client.call(analyticsApi.listActivity, {})).map(({ subjectName }) => subjectName)
    expect(await titles(one.as('admin'))).toEqual(['Closed', 'Open'])
    expect(await titles(one.as('manager'))).toEqual(['Open'])
    expect(await titles(one.as('manager', { departments: [7] }))).toEqual(['Closed', 'Open'])
    const [, first] = await one.as().call(analyticsApi.listActivity, {})
    expect(first).toMatchObject({ phrase: 'uploaded', actorId: 'tomas', to: `/documents/${open}` })
  })

  it('has one row for an upload that is approved and in force at once', async () => {
    const [policy, other] = [uuidV7(), uuidV7()]
    const one = analytics.newOrganization()
    const everyone = { actorId: 'tomas', audience: { organizationId: one.organizationId } }
    const later = { ...everyone, at: '2026-03-10T09:05:00.000Z' }
    const stewards = { ...everyone, audience: { organizationId: one.organizationId, roles: ['admin'] } }
    await analytics.publish(
      one.uploaded(policy, 'Policy', {}, everyone),
      one.activated(policy, {}, everyone),
      one.activated(policy, {}, { ...everyone, actorId: 'ann' }),
      one.activated(policy, {}, later),
      one.uploaded(other, 'Other', {}, stewards),
      one.activated(other, {}, everyone),
    )
    await analytics.settled()
    const news = async (role: 'admin' | 'manager') =>
      (await one.as(role).call(analyticsApi.listActivity, {})).map(
        ({ actorId, phrase, subjectName }) => `${actorId} ${phrase} ${subjectName}`,
      )
    const ofPolicy = [
      'tomas put a version in force of Policy',
      'ann put a version in force of Policy',
      'tomas uploaded Policy',
    ]
    expect(await news('admin')).toEqual(['tomas uploaded Other', ...ofPolicy])
    expect(await news('manager')).toEqual(['tomas put a version in force of Other', ...ofPolicy])
  })

  it('leads to no page that the person may not open', async () => {
    const one = analytics.newOrganization()
    const { organizationId } = one
    await analytics.publish({ ...one.settings('UTC'), audience: { organizationId } })
    await analytics.settled()
    const to = async (role: 'admin' | 'manager') =>
      (await one.as(role).call(analyticsApi.listActivity, {})).map((each) => each.to)
    expect(await to('admin')).toEqual(['/settings'])
    expect(await to('manager')).toEqual([null])
  })
})

describe('a file of a report', () => {
  it('has a line for each row, and no formula', async () => {
    const question = '=HYPERLINK("https://evil.example","travel")'
    const one = await organizationWith((one) => [
      ...['ann', 'bea', 'cat'].map((by) => one.asked({ by, question })),
    ])
    const file = async (report: 'trending-questions' | 'time-series' | 'coverage' | 'activity') => {
      const response = await one.as().request('GET', `/api/analytics/export/${report}`)
      return { type: response.headers.get('content-type'), text: await response.text() }
    }
    const trending = await file('trending-questions')
    expect(trending.type).toMatch(/^text\/csv/)
    expect(trending.text).toContain(`"'=HYPERLINK(""https`)
    expect((await file('time-series')).text.trim().split('\r\n')).toHaveLength(61)
    expect((await file('coverage')).text).toMatch(/^id,title,department/)
    expect((await file('activity')).text).toMatch(/^at,actorName/)
  })
})

it("one's own data are one's own questions as they are counted, and one's acts (decision 40)", async () => {
  const [mine, document] = [uuidV7(), uuidV7()]
  const one = await organizationWith((one) => [
    one.asked({ messageId: mine, by: 'ann', question: 'What about gifts?' }),
    one.asked({ by: 'bea', question: 'What about travel?' }),
    one.rated(mine, 4),
    one.uploaded(document, 'Gifts', {}, { actorId: 'ann', audience: {} }),
    one.uploaded(uuidV7(), 'Travel', {}, { actorId: 'bea', audience: {} }),
  ])
  const part = await one.as('team_member', { personId: 'ann' }).call(analyticsApi.readOwnData, {})
  expect(part['Counted questions']).toMatchObject([
    { messageId: mine, question: 'What about gifts?', rating: 4 },
  ])
  expect(part['Activity']).toMatchObject([{ documentId: document }])
})
