import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  activated,
  changed,
  documentsEvent,
  type NotifyingTeam,
  requested,
  startNotifying,
  uploaded,
} from './notifications.fixture.ts'

let team: NotifyingTeam

beforeAll(async () => {
  team = await startNotifying()
})
afterAll(() => team[Symbol.asyncDispose]())

const documentsCount = 3
const acts = [
  'request',
  'due',
  'decide',
  'approve',
  'withdraw',
  'restrict',
  'open',
  'delete',
  'restore',
] as const

const happening = fc.record({
  act: fc.constantFrom(...acts),
  of: fc.nat(documentsCount - 1),
  /** Which of the two approvals. */
  which: fc.nat(1),
  draws: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
})
const history = fc.array(happening, { minLength: 4, maxLength: 16 })
type Happening = Pick<
  typeof happening extends fc.Arbitrary<infer Value> ? Value : never,
  'act' | 'of' | 'which'
>

/** The acts as events of an organization of its own, for two approvers without departments. */
async function newScene() {
  const organization = await team.found()
  const people = [organization.founder, await team.join(organization)]
  const documents = Array.from({ length: documentsCount }, (_, at) => ({
    id: uuidV7(),
    title: `Document ${at}`,
    versionId: uuidV7(),
    approvalIds: [uuidV7(), uuidV7()],
  }))
  const eventOf = ({ act, of, which }: Happening) => {
    const document = documents[of]
    if (!document) throw new Error('There is no such document.')
    const { id, title, versionId, approvalIds } = document
    const approver = people[which] ?? ''
    const asking = requested(approver, { versionId, approvalId: approvalIds[which] })
    const ofVersion = { versionId, version: 2, contentHash: 'x', effectiveAt: null }
    const said = {
      request: asking,
      due: { ...asking, type: 'approval.due' },
      decide: { type: 'approval.decided', data: { ...asking.data, status: 'approved', contentHash: 'x' } },
      approve: { type: 'version.approved', data: { ...ofVersion, authorId: people[1], ownerId: null } },
      withdraw: { type: 'version.withdrawn', data: ofVersion },
      restrict: changed(title, { visibleTo: [4] }),
      open: changed(`${title}, renamed`),
      delete: { type: 'document.deleted' },
      restore: { type: 'document.restored' },
    }[act]
    return documentsEvent(organization.id, id, said)
  }
  const begin = documents.flatMap(({ id, title }) => [
    documentsEvent(organization.id, id, uploaded(title)),
    documentsEvent(organization.id, id, activated()),
  ])
  /** What both see, without the ids of the scene and the order between documents. */
  const seen = async () => {
    const lists = await Promise.all(people.map(team.list))
    return lists.map((list) => list.map(({ kind, title, isRead }) => `${title}: ${kind} ${isRead}`).sort())
  }
  return { eventOf, begin, seen }
}

it('delivered three times and shuffled across documents, events leave what one ordered delivery does', async () => {
  const property = fc.asyncProperty(history, async (happenings) => {
    const [ordered, shuffled] = [await newScene(), await newScene()]
    await team.publish(...ordered.begin, ...happenings.map(ordered.eventOf))
    const drawn = happenings.map((one) => ({ event: shuffled.eventOf(one), draws: one.draws }))
    await team.publish(...shuffled.begin, ...threeTimesShuffled(drawn))
    await team.settled()
    expect(await shuffled.seen()).toEqual(await ordered.seen())
  })
  await fc.assert(property, { numRuns: 25 })
}, 240_000)

it('delivered three times and shuffled across documents, files that were read count once each', async () => {
  const file = fc.record({ by: fc.nat(1), draws: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }) })
  const property = fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 12 }), async (files) => {
    const organization = await team.found()
    const people = [organization.founder, await team.join(organization, 'admin')]
    const documents = files.map(({ by, draws }, at) => ({ id: uuidV7(), title: `Document ${at}`, by, draws }))
    await team.publish(
      ...documents.map(({ id, title }) => documentsEvent(organization.id, id, uploaded(title))),
    )
    const drawn = documents.map(({ id, by, draws }) => {
      const data = { versionId: uuidV7(), authorId: people[by], state: 'ready' }
      return {
        event: documentsEvent(organization.id, id, { type: 'document.ingestion-changed', data }),
        draws,
      }
    })
    await team.publish(...threeTimesShuffled(drawn))
    await team.settled()
    for (const [by, personId] of people.entries()) {
      const count = files.filter((one) => one.by === by).length
      const text = `${count === 1 ? 'A file' : `${count} files`} that you uploaded ${count === 1 ? 'is' : 'are'} readable now`
      const shown = (await team.list(personId)).map((one) => one.text)
      expect(shown).toEqual(count === 0 ? [] : [text])
    }
  })
  await fc.assert(property, { numRuns: 25 })
}, 240_000)
