import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from './database/open-database.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createLogger } from './logger.ts'

it('a task that fails stops no other one, and every failure is in the log', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  // Nothing listens there.
  const url = 'postgres://nobody@127.0.0.1:1/none'
  const database = openDatabase({ urls: { app: url, platform: url }, name: 'test' })
  onTestFinished(() => database.close())
  const lines: string[] = []
  const log = createLogger({
    service: 'test',
    level: 'warn',
    destination: { write: (line) => lines.push(line) },
  })
  const ran: string[] = []
  const own = async () => void ran.push('own')
  const housekeeping = startHousekeeping({ database, log, own })
  vi.advanceTimersByTime(3600_000)
  await housekeeping.stop()
  expect(ran).toEqual(['own'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('housekeeping failed')
  expect(lines[0]).toContain('3 of 4 failed')
})
