import { fullName } from '@portal/contracts/full-name'
import { teamEvents } from '@portal/contracts/team'
import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { on } from '@portal/service-kit/inbox/consumers'
import { eq } from 'drizzle-orm'
import { departments, organizations, people } from '../facts/facts-schema.ts'
import { rollUp } from '../figures/roll-up.ts'
import type { AnalyticsPorts } from '../ports.ts'
import { project } from './project.ts'

const departmentKey = [departments.organizationId, departments.number]

/** Projects settings and departments; a deleted department stays, for what it asked before. */
export const followOrganizations = [
  project(teamEvents.settingsChanged, async ({ db, enqueue, organizationId }, { data }) => {
    const { timeZone, trendingAskersMin: askersMin } = data
    const set = { timeZone, askersMin }
    await db
      .insert(organizations)
      .values({ organizationId, ...set })
      .onConflictDoUpdate({ target: organizations.organizationId, set })
    await enqueue(rollUp, { subject: 'figures', payload: {} })
  }),
  project(teamEvents.departmentCreated, ({ db, organizationId }, { data: { number, name, color } }) =>
    db
      .insert(departments)
      .values({ organizationId, number, name, color })
      .onConflictDoUpdate({ target: departmentKey, set: { name, color } }),
  ),
  project(teamEvents.departmentDeleted, ({ db, organizationId }, { data: { number, name } }) =>
    db
      .insert(departments)
      .values({ organizationId, number, name, isDeleted: true })
      .onConflictDoUpdate({ target: departmentKey, set: { isDeleted: true } }),
  ),
]

/** What is erased of a person; questions keep counting, without their words. */
export const personalData: PersonalData<AnalyticsPorts> = {
  rows: [personalRows(people, { as: 'platform', of: (id) => eq(people.personId, id) })],
}

/** Projects how people are called; the latest event wins. */
export const followPeople = on(teamEvents.personChanged, async ({ db }, { data }) => {
  const { userId: personId, username, email } = data
  const name = fullName(data) ?? username ?? email
  if (name === null) {
    // Erased.
    await db.delete(people).where(eq(people.personId, personId))
    return
  }
  await db
    .insert(people)
    .values({ personId, name })
    .onConflictDoUpdate({ target: people.personId, set: { name } })
})
