import { availability } from '../config.ts'
import type { Attack } from './attack.ts'
import { Crowd, clientAddress, openFrom } from './raw-connections.ts'

/** Connections of one address that say nothing. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  growthMbMax: 150,
  // As `CONNECTIONS_ADDRESS` is by default, and those that are just being closed.
  openMax: 1.5 * 1024,
  start: ({ address }) =>
    Crowd.of({
      size: availability.idleConnections,
      againAfterMs: 1000,
      join: () => openFrom(address, clientAddress(0)),
    }),
}
