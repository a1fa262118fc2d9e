import { noteWrites } from '@portal/testkit/acknowledged-writes'
import { isFullDrill } from '@portal/testkit/drill-size'
import { runKillDrill } from '@portal/testkit/kill-drill'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, it } from 'vitest'

const timeout = { timeout: 300_000 }
// As R3 promises; in short fewer.
const kills = isFullDrill ? 1000 : 200

it(
  'backends killed at random under two tenants: no foreign row, no hung call, no uncaught error, nothing lost',
  timeout,
  async (context) => {
    await using database = await createTestDatabase(notesMigrations)
    const report = await runKillDrill({ kills, urls: database.urls, isGuarded: true })
    expect(report).toEqual({
      kills,
      committed: expect.any(Number),
      failed: expect.any(Number),
      foreignRows: 0,
      foreignWrites: 0,
      hungCalls: 0,
      uncaughtErrors: 0,
      lost: 0,
      torn: 0,
    })
    expect(report.committed).toBeGreaterThan(100)
    expect(report.failed).toBeGreaterThan(100)
    await noteWrites(context, report.committed)
    await context.annotate(`${kills} killed, ${report.failed} calls failed and said so`, 'figures')
  },
)

it('the drill can fail: without the guard calls hang and errors escape', timeout, async () => {
  await using database = await createTestDatabase(notesMigrations)
  const report = await runKillDrill({ kills: 200, urls: database.urls, isGuarded: false })
  expect(report.hungCalls).toBeGreaterThan(0)
  expect(report.uncaughtErrors).toBeGreaterThan(0)
})
