import { expect, it } from 'vitest'
import { LaneFull, type LaneVisitor, LoginLane } from './login-lane.ts'

const hold = (displaced: AbortSignal) =>
  new Promise<never>((_, reject) => displaced.addEventListener('abort', () => reject(displaced.reason)))

const stays = new AbortController().signal

/** Waits in a lane; the lane ends that after seven seconds, when its test is over. */
function holdIn(lane: LoginLane, visitor: LaneVisitor): Promise<never> {
  const held = lane.run(visitor, hold)
  held.catch(() => {})
  return held
}

it('of one account four attempts wait, and a fifth from the same address is refused at once', async () => {
  const lane = new LoginLane()
  const visitor = { account: 'mariam', address: '127.0.0.2', left: stays }
  const waiting = Array.from({ length: 4 }, () => holdIn(lane, visitor))
  await expect(lane.run(visitor, async () => 'checked')).rejects.toThrow(LaneFull)
  expect(await lane.run({ ...visitor, account: 'jonas' }, async () => 'checked')).toBe('checked')
  // Another address, which asks for the first time, takes the place of the latest.
  expect(await lane.run({ ...visitor, address: '127.0.0.3' }, async () => 'checked')).toBe('checked')
  await expect(waiting.at(-1)).rejects.toThrow(LaneFull)
  for (let i = 4; i < 7; i += 1)
    await lane.run({ ...visitor, address: `127.0.0.${i}` }, async () => 'checked')
})

it('however many addresses ask, sixteen attempts wait', async () => {
  const lane = new LoginLane()
  const attempts = Array.from({ length: 2000 }, (_, i) =>
    holdIn(lane, { account: `guess-${i}`, address: `127.0.${i >> 8}.${i & 255}`, left: stays }),
  )
  const outcomes = attempts.slice(16).map((attempt) => attempt.catch((error: unknown) => error))
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toBeInstanceOf(LaneFull)
})
