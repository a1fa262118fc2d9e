import { chatEvents } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventDefinition } from '@portal/contracts/events'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type Consumer, on, type ReceivedEvent } from '@portal/service-kit/inbox/consumers'
import { eq } from 'drizzle-orm'
import { answers, departments, documents, members, organizations, people } from './tables.ts'

interface OfOrganization {
  readonly organizationId: number
}

/** A projection of events of an organization; repeated events are harmless. */
function project<D extends EventDefinition>(
  definition: D,
  handle: (db: TransactionHandle, of: OfOrganization, event: ReceivedEvent<D>) => Promise<unknown>,
): Consumer {
  return on(definition, async ({ db, organizationId }, event) => {
    if (organizationId !== null) await handle(db, { organizationId }, event)
  })
}

/** A member's role, from either event that tells it. */
const projectMember = <D extends typeof teamEvents.memberJoined | typeof teamEvents.memberRoleChanged>(
  definition: D,
): Consumer =>
  project(definition, (db, of, { data: { userId, role } }) =>
    db
      .insert(members)
      .values({ ...of, userId, role })
      .onConflictDoUpdate({ target: [members.organizationId, members.userId], set: { role } }),
  )

/** Projects organizations, first or republished, with their departments and members. */
export const followOrganizations: readonly Consumer[] = [
  project(teamEvents.organizationCreated, (db, of, { data, time }) => {
    const { name, code, joinCode = null, createdAt = time } = data
    return db
      .insert(organizations)
      .values({ ...of, name, code, joinCode, createdAt: new Date(createdAt) })
      .onConflictDoUpdate({ target: organizations.organizationId, set: { name, code, joinCode } })
  }),
  project(teamEvents.organizationRenamed, (db, of, { data: { name } }) =>
    db.update(organizations).set({ name }).where(own(organizations, of)),
  ),
  project(teamEvents.joinCodeChanged, (db, of, { data: { joinCode } }) =>
    db.update(organizations).set({ joinCode }).where(own(organizations, of)),
  ),
  project(teamEvents.departmentCreated, (db, of, { data: { number, name } }) =>
    db
      .insert(departments)
      .values({ ...of, number, name })
      .onConflictDoUpdate({ target: [departments.organizationId, departments.number], set: { name } }),
  ),
  project(teamEvents.departmentDeleted, (db, of, { data: { number } }) =>
    db.delete(departments).where(own(departments, of, eq(departments.number, number))),
  ),
  projectMember(teamEvents.memberJoined),
  projectMember(teamEvents.memberRoleChanged),
  project(teamEvents.memberRemoved, (db, of, { data: { userId } }) =>
    db.delete(members).where(own(members, of, eq(members.userId, userId))),
  ),
]

const answerKey = [answers.organizationId, answers.messageId]

/** Projects documents, questions and ratings, one row each, so that nothing counts twice. */
export const followUse: readonly Consumer[] = [
  project(documentsEvents.documentUploaded, (db, of, { data: { documentId } }) =>
    db
      .insert(documents)
      .values({ ...of, documentId })
      .onConflictDoNothing(),
  ),
  project(documentsEvents.documentDeleted, (db, of, { data: { documentId } }) =>
    db.delete(documents).where(own(documents, of, eq(documents.documentId, documentId))),
  ),
  project(chatEvents.questionAnswered, (db, of, { data: { messageId } }) =>
    db
      .insert(answers)
      .values({ ...of, messageId, isAsked: true })
      .onConflictDoUpdate({ target: answerKey, set: { isAsked: true } }),
  ),
  // A new rating replaces the previous one (decision 31).
  project(chatEvents.answerRated, (db, of, { data: { messageId, rating } }) =>
    db
      .insert(answers)
      .values({ ...of, messageId, isAsked: false, rating })
      .onConflictDoUpdate({ target: answerKey, set: { rating } }),
  ),
]

/** Projects people; the latest event wins. */
export const followPeople = on(teamEvents.personChanged, async ({ db }, { data }) => {
  const { userId: id, createdAt, hasSignedIn = true, erasureAskedAt = null, ...rest } = data
  const facts = {
    ...rest,
    hasSignedIn,
    erasureAskedAt: erasureAskedAt === null ? null : new Date(erasureAskedAt),
  }
  await db
    .insert(people)
    .values({ id, ...facts, createdAt: new Date(createdAt) })
    .onConflictDoUpdate({ target: people.id, set: facts })
})
