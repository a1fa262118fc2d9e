import { z } from 'zod'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** What one store of a service held of an erased person, counted after the erasure. */
export const ErasedStore = z.object({ store: z.string(), remaining: z.number().int() })
export type ErasedStore = z.infer<typeof ErasedStore>

/**
 * How a service reports that it erased a person (decision 71), under its own name. `logUntil`:
 * until when its event log keeps older events with their name, where it cannot be changed.
 */
export function erasureEvents<Source extends string>(source: Source) {
  return events(source, {
    personErased: event('person.erased', 1, {
      userId: z.string(),
      stores: z.array(ErasedStore),
      logUntil: z.iso.datetime().nullable(),
    }),
  })
}

/** A service's share of an erasure; `finishedAt` is null until it reports. */
export const ErasureStep = z.object({
  service: z.string(),
  stores: z.array(ErasedStore),
  logUntil: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})

/**
 * A person who asked to be erased, whose account is deleted, or who was erased. Erased, they have
 * an id and no name. `requestedAt`: when an operator began it.
 */
export const Erasure = z.object({
  id: z.string(),
  name: z.string().nullable(),
  askedAt: z.iso.datetime().nullable(),
  isDisabled: z.boolean(),
  isProtected: z.boolean(),
  requestedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  steps: z.array(ErasureStep),
})
export type Erasure = z.infer<typeof Erasure>

const PersonPath = z.object({ id: z.string().min(1).max(200) })

/** Operators' routes of erasures. */
export const erasureApi = {
  listErasures: route('GET', '/api/master/erasures', {
    can: 'operator',
    summary: 'People to be erased or erased, with the ledger of each, newest first',
    query: listQuery(PersonPath.shape.id),
    returns: z.array(Erasure),
  }),
  eraseUser: route('DELETE', '/api/master/users/{id}/identity', {
    can: 'operator',
    summary: 'Erase a person whose account is deleted, from every service (decision 71)',
    params: PersonPath,
    passes: ['team'],
  }),
} as const

/** Whether a person has asked the operator to erase them. */
export const ErasureRequest = z.object({ askedAt: z.iso.datetime().nullable() })

/** What a person may ask for about their own data. */
export const profileApi = {
  readErasureRequest: route('GET', '/api/profile/erasure', {
    can: 'signed-in',
    summary: 'Whether one has asked to be erased',
    returns: ErasureRequest,
  }),
  requestErasure: route('POST', '/api/profile/erasure', {
    can: 'signed-in',
    summary: 'Ask the operator to erase oneself (decision 71)',
    returns: ErasureRequest,
    bearer: false,
  }),
  withdrawErasureRequest: route('DELETE', '/api/profile/erasure', {
    can: 'signed-in',
    summary: 'Take that back, while the operator has not begun',
    returns: ErasureRequest,
  }),
} as const
