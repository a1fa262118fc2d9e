import type { EventEnvelope } from '@portal/contracts/events'
import type { Consumer } from '@portal/service-kit/inbox/consumers'
import { z } from 'zod'
import { type ActivityKind, activityKinds } from './activity-kinds.ts'
import { activities } from './activity-schema.ts'

/**
 * Keeps what happened with whom it concerns, once per event. What is republished did not happen
 * again, and what has no audience is for services only.
 */
export const followActivity: readonly Consumer[] = activityKinds.map((kind) => ({
  definition: kind.definition,
  as: 'tenant',
  handle: async ({ db, organizationId }, event) => {
    if (organizationId === null || event.republished || !event.audience) return
    const { departments, roles, users } = event.audience
    await db
      .insert(activities)
      .values({
        ...{ organizationId, id: event.id, at: new Date(event.time), action: event.type },
        actorId: event.actorid ?? null,
        ...namesOf(kind, event),
        isForEveryone: !departments && !roles && !users,
        ...{ departments: departments ?? [], roles: roles ?? [], users: users ?? [] },
      })
      .onConflictDoNothing()
  },
}))

const Named = z.object({
  documentId: z.uuid().nullish(),
  userId: z.string().nullish(),
  name: z.string().nullish(),
})

function namesOf({ names }: ActivityKind, { data }: EventEnvelope) {
  const { documentId = null, userId = null, name = null } = Named.parse(data)
  return {
    documentId: names === 'document' ? documentId : null,
    personId: names === 'person' ? userId : null,
    name: names === 'data' ? name : null,
  }
}
