import { periodDaysDefault } from '@portal/contracts/analytics'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { questions } from '../facts/facts-schema.ts'
import { arrayOf } from '../figures/array-of.ts'
import { everybody } from '../figures/figures-schema.ts'
import { groupFigures, questionGroups, staleWordings, wordings } from './groups-schema.ts'

interface Within {
  readonly db: TransactionHandle
  readonly organizationId: number
}

/** Counts the groups of these wordings anew; what nobody asked lately is forgotten. */
export async function countGroups({ db, organizationId }: Within, stale: readonly string[]): Promise<void> {
  const of = { organizationId }
  const rows = await db
    .selectDistinct({ groupId: wordings.groupId })
    .from(wordings)
    .where(own(wordings, of, inArray(wordings.wording, [...stale])))
  const ids = rows.map(({ groupId }) => groupId)
  if (ids.length === 0) return
  await db.delete(groupFigures).where(own(groupFigures, of, inArray(groupFigures.groupId, ids)))
  await insertFigures({ db, organizationId }, ids)
  const counted = own(groupFigures, questionGroups, eq(groupFigures.groupId, questionGroups.id))
  const isAsked = exists(sql`(select from ${groupFigures} where ${counted})`)
  const ofIds = own(questionGroups, of, inArray(questionGroups.id, ids))
  await db
    .update(questionGroups)
    .set({
      lastAskedAt: sql`(select max(${groupFigures.lastAskedAt}) from ${groupFigures} where ${counted})`,
    })
    .where(and(ofIds, isAsked))
  const ofForgotten = own(wordings, of, inArray(wordings.groupId, ids))
  const ofWording = own(groupFigures, wordings, eq(groupFigures.groupId, wordings.groupId))
  await db
    .delete(wordings)
    .where(and(ofForgotten, notExists(sql`(select from ${groupFigures} where ${ofWording})`)))
  await db
    .delete(questionGroups)
    .where(and(ofIds, notExists(sql`(select from ${groupFigures} where ${counted})`)))
}

/** Marks the wordings of groups that were counted with a question which is too old by now. */
export async function markOutdated({ db, organizationId }: Within): Promise<void> {
  const { firstAskedAt } = groupFigures
  const isOld = or(
    isNull(firstAskedAt),
    lt(firstAskedAt, sql`now() - make_interval(days => ${periodDaysDefault})`),
  )
  await db.execute(sql`insert into ${staleWordings} (organization_id, wording)
    select distinct ${organizationId}::bigint, ${wordings.wording}
    from ${wordings} join ${groupFigures} on ${own(groupFigures, wordings, eq(groupFigures.groupId, wordings.groupId))}
    where ${own(groupFigures, { organizationId }, eq(groupFigures.department, everybody), isOld)}
    on conflict do nothing`)
}

/** By department, each with the wording of most people in it; of equals the shortest. */
async function insertFigures({ db, organizationId }: Within, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    with asked as materialized (
      select w.group_id, department, q.*
      from ${wordings} w join ${questions} q on q.organization_id = w.organization_id and q.wording = w.wording,
        unnest(array_append(q.departments, ${everybody})) department
      where w.organization_id = ${organizationId} and w.group_id = any(${arrayOf(ids, 'uuid')})
        and q.asked_at >= now() - make_interval(days => ${periodDaysDefault}) and q.question is not null
    ), worded as (
      select distinct on (group_id, department) group_id, department, question from (
        select group_id, department, wording, count(distinct asker_id) as askers,
          (array_agg(question order by asked_at desc))[1] as question
        from asked group by 1, 2, 3
      ) w order by group_id, department, askers desc, length(question), question
    ), most as (
      select distinct on (group_id) group_id, department from asked where department <> ${everybody}
      group by group_id, department order by group_id, count(*) desc, department
    )
    insert into ${groupFigures} (organization_id, department, group_id, question, asked, askers,
      unanswered, rated, rating_sum, department_number, first_asked_at, last_asked_at)
    select ${organizationId}::bigint, a.department, a.group_id, w.question, count(*),
      count(distinct a.asker_id), count(*) filter (where a.outcome = 'no_evidence'),
      count(a.rating), coalesce(sum(a.rating), 0), m.department, min(a.asked_at),
      max(a.asked_at)
    from asked a join worded w using (group_id, department) left join most m on m.group_id = a.group_id
    group by a.department, a.group_id, w.question, m.department`)
}
