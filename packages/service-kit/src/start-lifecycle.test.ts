import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { startLifecycle } from './start-lifecycle.ts'

it('a service whose database does not answer yet says so, and serves as soon as it does', async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  onTestFinished(drop)
  const { port: real } = new URL(urls.app)
  const late = createServer((socket) => {
    socket.on('error', () => 'the database is closed')
    socket.pipe(connect(Number(real), '127.0.0.1')).pipe(socket)
  })
  late.listen(0, '127.0.0.1')
  await once(late, 'listening')
  const address = late.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  late.close()
  const there = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  const log = createLogger({ service: 'late', level: 'silent' })
  const warn = vi.spyOn(log, 'warn')
  const starting = startLifecycle(
    {
      name: 'late',
      urls: { owner: there(urls.owner), app: there(urls.app), platform: there(urls.platform) },
      migrations: notesMigrations,
      version: 'test',
      log,
    },
    async ({ database }) => {
      await database.check()
      return { url: 'served' }
    },
  )
  starting.catch(() => 'awaited below')
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  late.listen(port, '127.0.0.1')
  onTestFinished(() => void late.close())
  const { url, stop } = await starting
  expect(url).toBe('served')
  await stop()
})
