import { type Role, roles } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

const peopleCount = 4
interface Act {
  readonly kind: 'join' | 'remove' | Role
  readonly actor: number
  readonly target: number
}
/** Pairs of simultaneous acts. */
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('join' as const, 'remove' as const, ...roles, 'admin' as const),
  actor: fc.nat(peopleCount - 1),
  target: fc.nat(peopleCount - 1),
})
const history = fc.array(fc.tuple(act, act), { minLength: 4, maxLength: 12 })

interface Scene {
  readonly people: readonly string[]
  readonly joinCode: string
}

async function newScene(): Promise<Scene> {
  const { founder, joinCode } = await team.found()
  const others = Array.from({ length: peopleCount - 1 }, () => team.register())
  return { people: [founder, ...(await Promise.all(others))], joinCode }
}

const rolesOf = async ({ people }: Scene) =>
  (await Promise.all(people.map((personId) => team.identity(personId)))).map(({ role }) => role)

async function perform({ people, joinCode }: Scene, { kind, actor, target }: Act) {
  const userId = people[target] ?? ''
  const client = await team.as(people[kind === 'join' ? target : actor] ?? '')
  if (kind === 'join') return refusal(client.call(teamApi.joinOrganization, { params: { code: joinCode } }))
  const params = { userId }
  if (kind === 'remove') return refusal(client.call(teamApi.removeMember, { params }))
  return refusal(client.call(teamApi.changeRole, { params, body: { role: kind } }))
}

const count = (held: readonly (Role | null)[], role: Role) => held.filter((one) => one === role).length

it('leaves an admin, makes facilitators only by the rule, changes nobody by their own hand, and never fails', async () => {
  const property = fc.asyncProperty(history, async (pairs) => {
    const scene = await newScene()
    for (const pair of pairs) {
      const before = await rolesOf(scene)
      const outcomes = await Promise.all(pair.map((one) => perform(scene, one)))
      const after = await rolesOf(scene)
      expect(count(after, 'admin')).toBeGreaterThan(0)
      // Only a facilitator makes one, or an admin where there is none; two admins at once make one
      // between them.
      if (count(before, 'facilitator') === 0) expect(count(after, 'facilitator')).toBeLessThanOrEqual(1)
      for (const [position, outcome] of outcomes.entries()) {
        expect([null, 403, 404, 409]).toContain(outcome?.status ?? null)
        const { kind, actor, target } = pair[position] ?? pair[0]
        if (kind !== 'join' && actor === target) expect(outcome).not.toBeNull()
        if (kind !== 'facilitator' || outcome) continue
        expect(['admin', 'facilitator']).toContain(before[actor] ?? after[actor])
      }
    }
  })
  await fc.assert(property, { numRuns: 25 })
}, 240_000)
