import { analyticsApi, type QuestionFigures } from '@portal/contracts/analytics'
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import type { Outcome } from '@portal/contracts/citation'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Analytics,
  erasureOf,
  figuresOf,
  type Organization,
  profileOf,
  startAnalytics,
} from '../analytics.fixture.ts'

let analytics: Analytics

beforeAll(async () => {
  analytics = await startAnalytics()
})
afterAll(() => analytics.stop())

const timeZone = 'America/New_York'
const people = ['Ann', 'Bea', 'Cat', 'Dan', 'Eli']
const topics = ['retention', 'gifts', 'travel']
const outcomes: readonly Outcome[] = ['answered', 'partial', 'no_evidence', 'conflict']
/** Two of each person, by names of this test. */
const conversations = people.flatMap((by) => [`${by} 0`, `${by} 1`])
const documentsCount = 2
const today = dayIn(timeZone)
const period = { from: addDays(today, -6), to: today }

const question = fc.record({
  by: fc.constantFrom(...people),
  topic: fc.constantFrom(...topics),
  conversation: fc.nat(1),
  outcome: fc.constantFrom(...outcomes),
  departments: fc.subarray([1, 2]),
  cites: fc.subarray([...Array(documentsCount).keys()]),
  /** Back from noon of today; some are before the period, and before the 30 days. */
  hoursAgo: fc.oneof(fc.nat(24 * 14), fc.nat(24 * 60)),
  durationMs: fc.integer({ min: 1, max: 60_000 }),
  ratings: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  isRepublished: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

const draws = fc.infiniteStream(fc.nat(1_000_000))
const history = fc.record({
  questions: fc.array(question, { minLength: 3, maxLength: 18 }),
  deleted: fc.subarray(conversations, { maxLength: 2 }),
  deletedDocuments: fc.subarray([...Array(documentsCount).keys()]),
  left: fc.subarray(people, { maxLength: 2 }),
  erased: fc.subarray(people, { maxLength: 1 }),
  draws,
})
type History = Omit<typeof history extends fc.Arbitrary<infer Value> ? Value : never, 'draws'>

const conversationOf = ({ by, conversation }: Question) => `${by} ${conversation}`

/** Those that somebody deleted, and those of people who were erased, which chat deletes. */
const deletedOf = ({ deleted, erased }: History) =>
  conversations.filter((name) => deleted.includes(name) || erased.some((by) => name.startsWith(by)))

const askedAt = ({ hoursAgo }: Question) => {
  const noon = Date.parse(`${dayIn('UTC')}T00:00:00.000Z`) - 12 * 3_600_000
  return new Date(noon - hoursAgo * 3_600_000).toISOString()
}

/** The events of a history in an organization of its own, in the order in which they happened. */
function happen(history: History) {
  const { questions, deletedDocuments, left, erased } = history
  const organization = analytics.newOrganization()
  const { organizationId } = organization
  const idOf = (person: string) => `${person}-${organizationId}`
  const conversationIds = new Map(conversations.map((name) => [name, uuidV7()]))
  const documents = Array.from({ length: documentsCount }, () => uuidV7())
  const events = [
    organization.settings(timeZone),
    ...[1, 2].map((number) => organization.department(number, `Department ${number}`)),
    ...documents.flatMap((id, at) => [
      organization.uploaded(id, `Document ${at}`),
      organization.activated(id),
    ]),
    ...people.flatMap((name) => [profileOf(idOf(name), name), organization.joined(idOf(name))]),
    ...questions.flatMap((asked) => {
      const messageId = uuidV7()
      const conversationId = conversationIds.get(conversationOf(asked)) ?? ''
      const { outcome, departments, durationMs, isRepublished } = asked
      const one = organization.asked({
        ...{ messageId, by: idOf(asked.by), outcome, departments, durationMs, at: askedAt(asked) },
        conversationId,
        question: `What about ${asked.topic}?`,
        cites: asked.cites.map((at) => documents[at] ?? ''),
      })
      const again = isRepublished ? [{ ...one, id: uuidV7(), republished: true }] : []
      const ratings = asked.ratings.map((rating) => organization.rated(messageId, rating, conversationId))
      return [one, ...again, ...ratings]
    }),
    ...left.map((name) => organization.left(idOf(name))),
    ...erased.map((name) => erasureOf(idOf(name), [organizationId])),
    ...deletedOf(history).map((name) => organization.deletedConversation(conversationIds.get(name) ?? '')),
    ...erased.map((name) => profileOf(idOf(name), null)),
    ...deletedDocuments.map((at) => organization.deleted(documents[at] ?? '')),
  ]
  return { organization, events }
}

/** The same figures, counted from the history itself. */
function recount(history: History) {
  const { questions, deletedDocuments, left, erased } = history
  const rated = questions.map((each) => ({ ...each, rating: each.ratings.at(-1), at: askedAt(each) }))
  const daysOf = ({ at }: { at: string }) => dayIn(timeZone, new Date(at))
  const inPeriod = rated.filter((each) => daysOf(each) >= period.from && daysOf(each) <= period.to)
  const figures = (of: typeof rated): Partial<QuestionFigures> => {
    const ratings = of.flatMap(({ rating }) => rating ?? [])
    const noEvidence = of.filter(({ outcome }) => outcome === 'no_evidence').length
    return {
      questions: of.length,
      ...{ noEvidence, answered: of.length - noEvidence },
      rated: ratings.length,
      lowRated: ratings.filter((rating) => rating <= 2).length,
      averageRating: mean(ratings),
    }
  }
  const since = Date.now() - 30 * 86_400_000
  const deleted = deletedOf(history)
  const readable = rated.filter(
    (each) => Date.parse(each.at) >= since && !deleted.includes(conversationOf(each)),
  )
  const trending = topics.flatMap((topic) => {
    const asked = readable.filter((each) => each.topic === topic)
    return new Set(asked.map(({ by }) => by)).size < 3 ? [] : [[`What about ${topic}?`, asked.length]]
  })
  return {
    total: questions.length,
    departments: [1, 2].map((id) => rated.filter(({ departments }) => departments.includes(id)).length),
    insights: figures(inPeriod),
    days: Object.fromEntries(
      [...Map.groupBy(inPeriod, daysOf)].map(([day, of]) => [day, [of.length, medianOf(of)]]),
    ),
    cited: [...Array(documentsCount).keys()]
      .filter((at) => !deletedDocuments.includes(at))
      .map((at) => inPeriod.filter(({ cites }) => cites.includes(at)).length),
    trending: trending.sort(),
    news: [
      ...people.map((name) => ['joined the organization', erased.includes(name) ? null : name]),
      ...left.map((name) => ['left the organization', erased.includes(name) ? null : name]),
    ].reverse(),
  }
}

/** The time that half of them took at most, as the middle of its bucket of 4 %. */
function medianOf(of: readonly Pick<Question, 'durationMs'>[]): number {
  const times = of.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  const bucket = Math.floor(Math.log(times[Math.ceil(times.length / 2) - 1] ?? 1) / Math.log(1.04))
  return Math.round(1.04 ** (bucket + 0.5))
}

function mean(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null
  return Math.round((ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length) * 100) / 100
}

const read = async (organization: Organization) => {
  const figures = await figuresOf(organization, period)
  expect(JSON.stringify(figures)).not.toMatch(new RegExp(`\\b(${people.join('|')})\\b`))
  const activity = await organization.as().call(analyticsApi.listActivity, {})
  return { ...figures, news: activity.map(({ phrase, actorName }) => [phrase, actorName]) }
}

function sameShape(figures: Awaited<ReturnType<typeof read>>) {
  const { stats, insights, series, trending, covered, news } = figures
  const { questions, noEvidence, answered, rated, lowRated, averageRating } = insights.present
  const cited = covered.toSorted((a, b) => a.title.localeCompare(b.title))
  return {
    total: stats.totalQuestions,
    departments: stats.departments.map(({ questionCount }) => questionCount),
    insights: { questions, noEvidence, answered, rated, lowRated, averageRating },
    days: Object.fromEntries(
      series.points
        .filter(({ questions }) => questions > 0)
        .map((point) => [point.startsOn, [point.questions, point.medianAnswerMs]]),
    ),
    cited: cited.map(({ answers }) => answers),
    trending: trending.map(({ question, askCount }) => [question, askCount]).sort(),
    news,
  }
}

it('in any order that keys allow, three times each, events leave what a recount of the history gives', async () => {
  const property = fc.asyncProperty(history, async ({ draws, ...happened }) => {
    const [ordered, shuffled] = [happen(happened), happen(happened)]
    await analytics.publish(...ordered.events)
    const drawn = shuffled.events.map((event) => ({ event, draws: [...draws.take(3)] }))
    await analytics.publish(...threeTimesShuffled(drawn))
    await analytics.settled()
    const seen = await read(shuffled.organization)
    expect(sameShape(seen)).toEqual(recount(happened))
    expect(seen).toEqual(await read(ordered.organization))
  })
  await fc.assert(property, { numRuns: 20, endOnFailure: true })
}, 300_000)
