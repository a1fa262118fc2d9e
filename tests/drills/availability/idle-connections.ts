import { expect, vi } from 'vitest'
import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { Crowd, clientAddress, openFrom } from './raw-connections.ts'

/** As `CONNECTIONS_ADDRESS` is by default, and some that are just being closed. */
const openMax = 1024 + 64

/** Connections of one address that say nothing. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  growthMbMax: 150,
  start: async ({ address }) => {
    const crowd = await Crowd.of(availability.idleConnections, () => openFrom(address, clientAddress(0)))
    return {
      figures: () => crowd.figures,
      check: async () => {
        await vi.waitFor(() => expect(crowd.size).toBeLessThan(openMax))
      },
      [Symbol.asyncDispose]: async () => crowd[Symbol.dispose](),
    }
  },
}
