import type { EventEnvelope } from '@portal/contracts/events'
import { z } from 'zod'

/**
 * What the events of documents say about the matter of a notification, each a part of it. Read
 * tolerantly, because their service is deployed apart from this one.
 */
export const Matter = z.object({
  documentId: z.uuid(),
  versionId: z.uuid().optional(),
  version: z.number().int().optional(),
  approvalId: z.uuid().optional(),
  stage: z.number().int().optional(),
  /** Who decides as well since the deadline has passed. */
  escalatedTo: z.string().nullish(),
  campaignId: z.uuid().optional(),
  commentId: z.uuid().optional(),
  /** Of the person who is notified. */
  conversationId: z.uuid().optional(),
  /** Until when the person is asked to act: a moment, or a day. */
  dueAt: z.iso.datetime().nullish(),
  dueOn: z.iso.date().nullish(),
})
export type Matter = z.infer<typeof Matter>

/** Who had a part in it; not kept. */
const Parties = z.object({
  authorId: z.string().optional(),
  ownerId: z.string().nullish(),
  approverId: z.string().optional(),
  delegateId: z.string().optional(),
  state: z.string().optional(),
})

/** An event about a document, with what it says of the matter. */
export interface DocumentEvent {
  readonly id: string
  readonly type: string
  readonly at: Date
  readonly actorId: string | null
  readonly audience: EventEnvelope['audience']
  readonly matter: Matter
  readonly parties: z.infer<typeof Parties>
}

/** Throws if the event does not say which document it is about. */
export function documentEvent({ id, type, time, actorid, audience, data }: EventEnvelope): DocumentEvent {
  return {
    ...{ id, type, at: new Date(time), actorId: actorid ?? null, audience },
    matter: Matter.parse(data),
    parties: Parties.parse(data),
  }
}
