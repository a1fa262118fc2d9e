import type { EventAudience, EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { uuidV7 } from '../uuid-v7.ts'

/**
 * `subject` is the aggregate's id. `audience` defaults to what the service's {@link AudienceOf}
 * says, else to the organization; null: services.
 */
export interface EmittedEvent<D extends EventDefinition> {
  readonly subject: string
  readonly data: z.input<D['data']>
  readonly audience?: EventAudience | null
  /** For platform transactions that learn the organization late, such as its creation. */
  readonly organizationId?: number
}

/**
 * Writes an event to the outbox with the transaction's commit. Lock the aggregate's row first, so
 * that its events leave in commit order. Throws when `data` does not match the definition.
 */
export type Emit = <D extends EventDefinition>(definition: D, event: EmittedEvent<D>) => Promise<void>

/**
 * Whose browsers receive an organization's event that names no audience of its own; undefined: all
 * of the organization's. Runs in the event's transaction.
 */
export type AudienceOf = (
  db: TransactionHandle,
  event: { readonly organizationId: number; readonly data: Readonly<Record<string, unknown>> },
) => Promise<EventAudience | undefined>

/**
 * `wrote` collects `type:eventId` of emitted events (decision 62). `actorId` is the person who
 * caused them, directly or through an event or job, if anyone did.
 */
export interface EmitScope {
  readonly source: string
  readonly organizationId: number | null
  readonly wrote?: string[]
  readonly actorId?: string | null
  /** Resent state, for services that rebuild a projection, not for people. */
  readonly isRepublished?: true
  readonly audienceOf?: AudienceOf | undefined
}

/** The outbox writer of one transaction. The commit wakes the relay. */
export function emitter(db: TransactionHandle, scope: EmitScope): Emit {
  return async (definition, event) => {
    const envelope = seal(definition, await addressed(db, event, scope), scope)
    db.callWithCommit('emit_event', [envelope.organizationid ?? null, storableJson(envelope)])
    db.hint('outbox')
    scope.wrote?.push(`${envelope.type}:${envelope.id}`)
  }
}

/**
 * Half a character, as a cut leaves one, is an escape in JSON: stored, it would fail every query
 * that reads a field of the stored events, this one's or another's.
 */
function storableJson(envelope: EventEnvelope): string {
  const json = JSON.stringify(envelope)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(envelope, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

/** The event with its audience, where the service decides about it. */
async function addressed<D extends EventDefinition>(
  db: TransactionHandle,
  event: EmittedEvent<D>,
  scope: EmitScope,
): Promise<EmittedEvent<D>> {
  const organizationId = organizationOf(event, scope)
  const isDecided = scope.isRepublished || event.audience !== undefined
  if (!scope.audienceOf || organizationId === null || isDecided) return event
  const audience = await scope.audienceOf(db, { organizationId, data: event.data })
  return audience === undefined ? event : { ...event, audience }
}

function seal<D extends EventDefinition>(
  definition: D,
  event: EmittedEvent<D>,
  scope: EmitScope,
): EventEnvelope {
  if (definition.source !== scope.source) {
    throw new Error(`${definition.type} is published by ${definition.source}, not by ${scope.source}.`)
  }
  const organizationId = organizationOf(event, scope)
  const everyone = organizationId === null ? null : { organizationId }
  const audience = scope.isRepublished ? null : event.audience === undefined ? everyone : event.audience
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: definition.source,
    type: definition.type,
    dataversion: definition.version,
    subject: event.subject,
    time: new Date().toISOString(),
    ...(organizationId === null ? {} : { organizationid: organizationId }),
    ...(scope.actorId == null ? {} : { actorid: scope.actorId }),
    partitionkey: `${organizationId ?? 'platform'}/${event.subject}`,
    ...(audience === null ? {} : { audience }),
    ...(scope.isRepublished ? { republished: true } : traceHeaders()),
    data: definition.data.parse(event.data),
  }
}

function organizationOf(event: { readonly organizationId?: number }, scope: EmitScope): number | null {
  if (scope.organizationId === null) return event.organizationId ?? null
  if (event.organizationId !== undefined && event.organizationId !== scope.organizationId) {
    throw new Error('An event of a tenant transaction belongs to its organization.')
  }
  return scope.organizationId
}
