import { type EventEnvelope, event, events } from '@portal/contracts/events'
import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineService } from '../define-service.ts'
import { on } from '../inbox/consumers.ts'
import { job } from '../jobs/job.ts'

const noteEvents = events('team', {
  asked: event('note.asked', 1, {}),
  heard: event('note.heard', 1, {}),
  worked: event('note.worked', 1, {}),
})
const api = {
  ask: route('POST', '/api/notes', { can: 'signed-in', summary: 'Ask' }),
  askAsService: route('POST', '/internal/notes', { can: 'service', summary: 'Ask', isPublicPath: false }),
} as const

const work = job('work', {
  payload: z.object({}),
  maxAttempts: 1,
  leaseMs: 10_000,
  concurrency: 1,
  run: (ctx) => ctx.tx((_, emit) => emit(noteEvents.worked, { subject: 'note', data: {} })),
})
const onAsked = on(noteEvents.asked, async ({ emit, enqueue, organizationId }) => {
  await emit(noteEvents.heard, { subject: 'note', data: {} })
  if (organizationId !== null) await enqueue(work, { subject: 'note', payload: {} })
})
const notes = defineService<typeof api, object, 'team'>({
  name: 'team',
  api,
  verbs: {
    ask: (ctx) =>
      ctx.tx(async (db, emit) => {
        await emit(noteEvents.asked, { subject: 'note', data: {} })
        return ctx.respond(db, undefined)
      }),
    askAsService: (ctx) =>
      ctx
        .platformTx((_, emit) => emit(noteEvents.asked, { subject: 'note', data: {} }))
        .then(() => undefined),
  },
  consumers: [onAsked],
  jobs: [work],
  migrations: notesMigrations,
})

let under: ServiceUnderTest
const published: EventEnvelope[] = []

beforeAll(async () => {
  under = await startUnderTest(notes, { ports: {} })
  const handle = async (envelope: EventEnvelope) => void published.push(envelope)
  await under.bus.subscribe({ group: 'watcher', topics: ['team'], handle })
})
afterAll(() => under.stop())

test('an event names the person who caused it, also by way of another event and of a job', async () => {
  await under.as({ personId: 'ada', organizationId: 7, role: 'admin' }).call(api.ask, {})
  await vi.waitFor(
    () =>
      expect(published.map(({ type, actorid }) => [type, actorid]).sort()).toEqual([
        ['note.asked', 'ada'],
        ['note.heard', 'ada'],
        ['note.worked', 'ada'],
      ]),
    { timeout: 45_000, interval: 20 },
  )
})

test('an event that a service caused on its own has no actor', async () => {
  published.length = 0
  await under.asService('gateway').call(api.askAsService, {})
  await vi.waitFor(() => expect(published.map(({ type }) => type)).toEqual(['note.asked', 'note.heard']), {
    timeout: 45_000,
    interval: 20,
  })
  expect(published.filter((envelope) => 'actorid' in envelope)).toEqual([])
})
