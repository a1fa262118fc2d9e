import { expect, it } from 'vitest'
import { UploadPlaces } from './upload-places.ts'

it('a person has a few uploads at once; the next begins when one ends, and others need not wait for it', async () => {
  const places = new UploadPlaces({ perPerson: 2, inAll: 10 })
  const first = await places.take('ada')
  await places.take('ada')
  let hasBegun = false
  const third = places.take('ada').then((place) => {
    hasBegun = true
    return place
  })
  await places.take('bob')
  expect(hasBegun).toBe(false)
  first.release()
  await third
})

it('who waits too long is told when to come back', async () => {
  const places = new UploadPlaces({ perPerson: 1, waitMs: 20 })
  await places.take('ada')
  await expect(places.take('ada')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 10 },
  })
})

it('when all are taken, the oldest gives way to a person who has none, not to one who has their share', async () => {
  const places = new UploadPlaces({ perPerson: 2, inAll: 2, safeMs: 0 })
  const oldest = await places.take('ada')
  const second = await places.take('ada')
  const waiting = places.take('ada')
  expect(oldest.signal.aborted).toBe(false)
  await places.take('bob')
  expect(oldest.signal.reason).toMatchObject({ code: 'not_ready' })
  expect(second.signal.aborted).toBe(false)
  second.release()
  await waiting
})

it('an upload is safe at first', async () => {
  const places = new UploadPlaces({ inAll: 1, waitMs: 20, safeMs: 60_000 })
  const { signal } = await places.take('ada')
  await expect(places.take('bob')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(signal.aborted).toBe(false)
})
