import { chatApi } from '@portal/contracts/chat'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { service as chat } from '../service.ts'

const passage = passageSaying('Records are kept for seven years.')
const answer: AnswerPart[] = [
  { type: 'quote', passageId: passage.id, start: 0, end: 33 },
  {
    type: 'outcome',
    outcome: 'answered',
    usage: { promptTokens: 900, answerTokens: 100, isEstimate: false },
  },
]
/** What a question holds while it is answered: prompt and the longest answer, roughly. */
const reserved = 1020
const inAll = 10_000

let isBroken = false
let under: ServiceUnderTest
beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      tokens: { person: 4000 + reserved, organization: inAll },
      passages: {
        retrieve: async () => [passage],
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
        ...withoutVersions,
      },
      model: {
        model: 'scripted',
        check: async () => {},
        answer: async function* () {
          if (isBroken) throw new Error('broken')
          yield* answer
        },
      },
    },
  })
})
afterAll(() => under.stop())

const ask = (personId: string) =>
  under
    .as({ personId, organizationId: 1, role: 'team_member' })
    .call(chatApi.ask, { body: { question: 'How long are records kept?' } })
    .then(
      () => 'answered',
      (error: Error & { status: number; detail: string }) => (error.status === 429 ? error.detail : 'failed'),
    )

const times = async (count: number, personId: string) => {
  const outcomes: string[] = []
  for (let asked = 0; asked < count; asked += 1) outcomes.push(await ask(personId))
  return outcomes
}

it('questions beyond the tokens of a day are refused with the time of reset, parallel ones together; failed ones cost nothing', async () => {
  isBroken = true
  expect(await times(8, 'one')).toEqual(Array(8).fill('failed'))
  isBroken = false
  const parallel = await Promise.all(Array.from({ length: 8 }, () => ask('one')))
  const answered = parallel.filter((outcome) => outcome === 'answered').length
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThanOrEqual(5)
  const left = await times(6 - answered, 'one')
  expect(left.slice(0, -1)).toEqual(Array(5 - answered).fill('answered'))
  expect(left.at(-1)).toMatch(
    /^You have used your tokens for questions of today\. .+ \d{4}-\d\d-\d\d 00:00 UTC on\.$/,
  )
  expect(await times(4, 'two')).toEqual(Array(4).fill('answered'))
  expect(await ask('three')).toMatch(/^Your organization has used its tokens for questions of today\./)
})
