import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { whileHeld } from '../../test/while-held.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

it('team is ready and says who somebody is while lists of members keep every ordinary connection busy', async () => {
  const { admin, founder } = await team.found()
  let listed = 0
  const list = async () => {
    await admin.call(teamApi.listMembers, { query: { cursor: founder } })
    listed += 1
  }
  let lists: Promise<void>[] = []
  await whileHeld(
    team.under.urls,
    (db) => db.execute('lock table removed_members in access exclusive mode'),
    async (waiting) => {
      lists = Array.from({ length: 8 }, list)
      await waiting(4)
      const identities = await Promise.all(Array.from({ length: 20 }, () => team.identity(founder)))
      expect(identities.map(({ role }) => role)).toEqual(Array(20).fill('admin'))
      const ready = await fetch(new URL('/readyz', team.under.service.url))
      expect(await ready.json()).toMatchObject({ state: 'ready' })
      expect(listed).toBe(0)
    },
  )
  await Promise.all(lists)
})
