import type { QuestionFigures } from '@portal/contracts/analytics'
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import type { Outcome } from '@portal/contracts/citation'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Analytics, figuresOf, startAnalytics } from '../analytics.fixture.ts'

let analytics: Analytics

beforeAll(async () => {
  analytics = await startAnalytics()
})
afterAll(() => analytics.stop())

const timeZone = 'America/New_York'
const people = ['ann', 'bea', 'cat', 'dan']
const topics = ['retention', 'gifts', 'travel']
const outcomes: readonly Outcome[] = ['answered', 'partial', 'no_evidence', 'conflict']
const conversationsCount = 5
const documentsCount = 2
const today = dayIn(timeZone)
const period = { from: addDays(today, -6), to: today }

const question = fc.record({
  by: fc.constantFrom(...people),
  topic: fc.constantFrom(...topics),
  conversation: fc.nat(conversationsCount - 1),
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
  questions: fc.array(question, { minLength: 3, maxLength: 14 }),
  deleted: fc.subarray([...Array(conversationsCount).keys()], { maxLength: 2 }),
  deletedDocuments: fc.subarray([...Array(documentsCount).keys()]),
  draws,
})
type History = Omit<typeof history extends fc.Arbitrary<infer Value> ? Value : never, 'draws'>

const askedAt = ({ hoursAgo }: Question) => {
  const noon = Date.parse(`${dayIn('UTC')}T00:00:00.000Z`) - 12 * 3_600_000
  return new Date(noon - hoursAgo * 3_600_000).toISOString()
}

/** The events of a history in an organization of its own, in the order in which they happened. */
function happen({ questions, deleted, deletedDocuments }: History) {
  const organization = analytics.newOrganization()
  const conversations = Array.from({ length: conversationsCount }, () => uuidV7())
  const documents = Array.from({ length: documentsCount }, () => uuidV7())
  const events = [
    organization.settings(timeZone),
    ...[1, 2].map((number) => organization.department(number, `Department ${number}`)),
    ...documents.flatMap((id, at) => [
      organization.uploaded(id, `Document ${at}`),
      organization.activated(id),
    ]),
    ...questions.flatMap((asked) => {
      const messageId = uuidV7()
      const conversationId = conversations[asked.conversation] ?? ''
      const { by, outcome, departments, durationMs, isRepublished } = asked
      const one = organization.asked({
        ...{ messageId, by, outcome, departments, durationMs, at: askedAt(asked) },
        conversationId,
        question: `What about ${asked.topic}?`,
        cites: asked.cites.map((at) => documents[at] ?? ''),
      })
      const again = isRepublished ? [{ ...one, id: uuidV7(), republished: true }] : []
      const ratings = asked.ratings.map((rating) => organization.rated(messageId, rating, conversationId))
      return [one, ...again, ...ratings]
    }),
    ...deleted.map((at) => organization.deletedConversation(conversations[at] ?? '')),
    ...deletedDocuments.map((at) => organization.deleted(documents[at] ?? '')),
  ]
  return { organization, events }
}

/** The same figures, counted from the history itself. */
function recount({ questions, deleted, deletedDocuments }: History) {
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
  const readable = rated.filter(
    (each) => Date.parse(each.at) >= since && !deleted.includes(each.conversation),
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

const read = (organization: Parameters<typeof figuresOf>[0]) => figuresOf(organization, period)

function sameShape(figures: Awaited<ReturnType<typeof read>>) {
  const { stats, insights, series, trending, covered } = figures
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
