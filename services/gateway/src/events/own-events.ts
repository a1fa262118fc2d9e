import { erasureEvents } from '@portal/contracts/erasure'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { Database } from '@portal/service-kit/database/open-database'
import { on } from '@portal/service-kit/inbox/consumers'
import { startConsumers } from '@portal/service-kit/inbox/start-consumers'
import type { Logger } from '@portal/service-kit/logger'
import { startRelay } from '@portal/service-kit/outbox/relay'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import type { Telemetry } from '@portal/telemetry/telemetry'
import { eq } from 'drizzle-orm'
import { authTokens, sessions } from '../schema.ts'

/** Deletes an erased person's sessions and tokens, which ended with the account, and reports it. */
const eraseCredentials = on(masterAdminEvents.erasureRequested, async ({ db, emit }, { data }) => {
  const { userId } = data
  await db.delete(sessions).where(eq(sessions.personId, userId))
  await db.delete(authTokens).where(eq(authTokens.personId, userId))
  const stores = ['table sessions', 'table auth_tokens'].map((store) => ({ store, remaining: 0 }))
  const { personErased } = erasureEvents('gateway')
  await emit(personErased, { subject: userId, data: { userId, stores, logUntil: null } })
})

/** The gateway's consumer groups; tailing the log needs none. */
export const ownGroups = [{ group: 'gateway', topics: [masterAdminEvents.erasureRequested.source] }]

interface OwnEvents {
  readonly database: Database
  readonly bus: EventBus
  readonly log: Logger
  readonly telemetry: Telemetry
}

/** Publishes what the gateway emits, and has it erase people. */
export function startOwnEvents(parts: OwnEvents): { stop(): Promise<void> } {
  const relay = startRelay({ ...parts, service: 'gateway' })
  const consumers = startConsumers({ ...parts, service: 'gateway', consumers: [eraseCredentials] })
  return {
    stop: async () => {
      await consumers.stop()
      await relay.stop()
    },
  }
}
