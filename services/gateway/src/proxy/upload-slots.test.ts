import { expect, it, onTestFinished, vi } from 'vitest'
import { UploadSlots } from './upload-slots.ts'

it('a person has a few uploads at once; the next begins when one ends, and others need not wait for it', async () => {
  const slots = new UploadSlots({ perPerson: 2, inAll: 10 })
  const first = await slots.take('ada')
  await slots.take('ada')
  let hasBegun = false
  const third = slots.take('ada').then((slot) => {
    hasBegun = true
    return slot
  })
  await slots.take('bob')
  expect(hasBegun).toBe(false)
  first.release()
  await third
})

it('who waits too long is told when to come back', async () => {
  const slots = new UploadSlots({ perPerson: 1, waitMs: 20 })
  await slots.take('ada')
  await expect(slots.take('ada')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 10 },
  })
})

it('who has very many waiting is told so at once, and others wait as before', async () => {
  const slots = new UploadSlots({ perPerson: 1, inAll: 1, waitingPerPerson: 2 })
  const first = await slots.take('ada')
  const second = slots.take('ada')
  const third = slots.take('ada')
  await expect(slots.take('ada')).rejects.toMatchObject({ code: 'rate_limited' })
  const other = slots.take('bob')
  first.release()
  for (const next of [second, third, other]) (await next).release()
})

it('when all are taken, the oldest gives way to a person who has none, not to one who has their share', async () => {
  const slots = new UploadSlots({ perPerson: 2, inAll: 2, safeMs: 0 })
  const oldest = await slots.take('ada')
  const second = await slots.take('ada')
  const waiting = slots.take('ada')
  expect(oldest.signal.aborted).toBe(false)
  await slots.take('bob')
  expect(oldest.signal.reason).toMatchObject({ code: 'not_ready' })
  expect(second.signal.aborted).toBe(false)
  second.release()
  await waiting
})

it('the oldest gives way when its safe time ends while somebody waits', async () => {
  const slots = new UploadSlots({ inAll: 1, safeMs: 100, waitMs: 30_000 })
  const { signal } = await slots.take('ada')
  await slots.take('bob')
  expect(signal.aborted).toBe(true)
})

it('an upload is safe at first', async () => {
  const slots = new UploadSlots({ inAll: 1, waitMs: 20, safeMs: 60_000 })
  const { signal } = await slots.take('ada')
  await expect(slots.take('bob')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(signal.aborted).toBe(false)
})

it('who has left while waiting displaces nobody, and has no turn', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const slots = new UploadSlots({ inAll: 1, safeMs: 100, waitMs: 30_000 })
  const { signal, release } = await slots.take('ada')
  const leaving = new AbortController()
  const left = slots.take('bob', leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'invalid_request' })
  vi.advanceTimersByTime(10_000)
  expect(signal.aborted).toBe(false)
  const next = slots.take('carol')
  release()
  await next
})

it('uploads that began to wait together do not give up together', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const slots = new UploadSlots({ perPerson: 1, waitMs: 20_000 })
  await slots.take('ada')
  const began = performance.now()
  const waits = Array.from({ length: 100 }, () =>
    slots.take('ada').then(
      () => 0,
      () => performance.now() - began,
    ),
  )
  await vi.advanceTimersByTimeAsync(30_000)
  const ends = await Promise.all(waits)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(20_000)
  for (let second = 20; second < 30; second += 1)
    expect(ends.filter((ms) => Math.floor(ms / 1000) === second).length).toBeLessThan(40)
})

it('a turn is found in as few steps however many wait', async () => {
  // Of every set and map, since no clock tells this reliably beside other work.
  const steps = [new Set(), new Map()].map((items) =>
    vi.spyOn(Object.getPrototypeOf(items[Symbol.iterator]()), 'next'),
  )
  onTestFinished(() => {
    for (const step of steps) step.mockRestore()
  })
  const stepsWith = async (count: number) => {
    const slots = new UploadSlots({ waitingPerPerson: Number.POSITIVE_INFINITY })
    const clients = Array.from({ length: count }, () => new AbortController())
    const waits = clients.map(({ signal }) => slots.take('ada', signal))
    for (const step of steps) step.mockClear()
    await slots.take('bob')
    const taken = steps.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    for (const client of clients) client.abort()
    await Promise.allSettled(waits)
    return taken
  }
  const few = await stepsWith(10)
  expect(few).toBeGreaterThan(0)
  expect(await stepsWith(1000)).toBe(few)
})
