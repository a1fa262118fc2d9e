import { expect, it } from 'vitest'
import { DownloadSlots } from './download-slots.ts'

const reader = { personId: 'ada', organizationId: 1 }
const rules = { perPerson: 1, perOrganization: 1, inAll: 1, retryAfterSeconds: 60 }
const newSlots = () => new DownloadSlots({ ...rules, sentences: { own: 'Wait.', others: 'Full.' } })

/** Endless content, and whether it has ended. */
function endless({ after = Promise.resolve() }: { after?: Promise<void> } = {}) {
  const state = { isOver: false }
  async function* content() {
    try {
      yield new Uint8Array(1)
      await after
      for (;;) yield new Uint8Array(1)
    } finally {
      state.isOver = true
    }
  }
  return { state, content: content() }
}

it('content whose reader leaves ends, also when what else was to end with it fails', async () => {
  const slots = newSlots()
  const { state, content } = endless()
  const fails = () => Promise.reject(new Error('The audit trail is away.'))
  const reading = slots.enter(reader).until(content, fails)[Symbol.asyncIterator]()
  await reading.next()
  await expect(reading.return?.()).rejects.toThrow('The audit trail is away.')
  expect(state.isOver).toBe(true)
  expect(() => slots.enter(reader)).not.toThrow()
})

it('content that waits for what ends with it ends, too', async () => {
  const extract = Promise.withResolvers<void>()
  const { state, content } = endless({ after: extract.promise })
  const slot = newSlots().enter(reader)
  const reading = slot.until(content, async () => extract.resolve())[Symbol.asyncIterator]()
  await reading.next()
  const waiting = reading.next()
  await reading.return?.()
  await waiting
  expect(state.isOver).toBe(true)
})
