import { teamEvents } from '@portal/contracts/team'
import { on } from '@portal/service-kit/inbox/consumers'
import { people } from './tables.ts'

/** Projects people; the latest event wins. */
export const followPeople = on(teamEvents.personChanged, async ({ db }, { data }) => {
  const { userId: id, createdAt, hasSignedIn = true, ...rest } = data
  const facts = { ...rest, hasSignedIn }
  await db
    .insert(people)
    .values({ id, ...facts, createdAt: new Date(createdAt) })
    .onConflictDoUpdate({ target: people.id, set: facts })
})
