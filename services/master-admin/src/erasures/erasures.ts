import type { Erasure } from '@portal/contracts/erasure'
import { fullName } from '@portal/contracts/full-name'
import { isAmongLoginNames } from '@portal/contracts/login-names'
import { type masterAdminApi, masterAdminEvents } from '@portal/contracts/master-admin'
import { eventTopics } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { below, listPart } from '@portal/service-kit/http/list-part'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { people } from '../read-model/tables.ts'
import { erasureSteps, erasures } from '../schema.ts'

/**
 * Team says whom it means, and that the account is deleted; then the ledger opens and every service
 * erases. Both steps are idempotent, so an interrupted request can be repeated.
 */
export const eraseUser: Verb<typeof masterAdminApi.eraseUser> = async (ctx, { params }) => {
  const person = await ctx.ports.team.call(ctx, teamApi.readErasable, { params: { userId: params.id } })
  await ctx.platformTx(async (db, emit) => {
    const opened = await db
      .insert(erasures)
      .values({ ...person, requestedBy: ctx.personId })
      .onConflictDoNothing()
      .returning({ userId: erasures.userId })
    if (opened.length === 0) return
    const { userId } = person
    await db.insert(erasureSteps).values(eventTopics.map((service) => ({ userId, service })))
    await emit(masterAdminEvents.erasureRequested, { subject: userId, data: person })
  })
  return undefined
}

/** Whether an erasure has taken longer than the promised day (R16). */
const isOverdue = sql<boolean>`
  ${erasures.requestedAt} is not null and ${erasures.finishedAt} is null
  and ${erasures.requestedAt} < now() - interval '24 hours'`

/** When an erasure began, was asked for, or else when the person came. */
const since = sql<Date>`coalesce(${erasures.requestedAt}, ${people.erasureAskedAt}, ${people.createdAt})`

export const listErasures: Verb<typeof masterAdminApi.listErasures> = async (ctx, { query }) => {
  const rows = await ctx.platformTx(async (db) => {
    const position = db
      .select({ since: since.as('since'), id: people.id })
      .from(people)
      .leftJoin(erasures, eq(erasures.userId, people.id))
      .where(eq(people.id, query.cursor ?? ''))
    return listPart(ctx, db, {
      query,
      from: people,
      where: or(eq(people.isDisabled, true), isNotNull(people.erasureAskedAt)),
      after: query.cursor === undefined ? undefined : await below([since, people.id], position),
      load: (where, limit) => loadErasures(db, where, limit),
    })
  })
  return rows.map(({ person, erasure, isLate, steps }) => ({
    id: person.id,
    name: fullName(person) ?? person.username ?? person.email,
    askedAt: person.erasureAskedAt?.toISOString() ?? null,
    isDisabled: person.isDisabled,
    isProtected: isAmongLoginNames(person.username, ctx.ports.protectedAccounts),
    requestedAt: erasure?.requestedAt.toISOString() ?? null,
    finishedAt: erasure?.finishedAt?.toISOString() ?? null,
    isOverdue: isLate,
    steps,
  }))
}

async function loadErasures(db: TransactionHandle, where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ person: people, erasure: erasures, isLate: isOverdue })
    .from(people)
    .leftJoin(erasures, eq(erasures.userId, people.id))
    .where(where)
    .orderBy(desc(since), desc(people.id))
    .limit(limit)
  const ofRows = inArray(
    erasureSteps.userId,
    rows.map(({ person }) => person.id),
  )
  const steps = await db.select().from(erasureSteps).where(ofRows).orderBy(erasureSteps.service)
  const byPerson = Map.groupBy(steps, ({ userId }) => userId)
  return rows.map((row) => ({ ...row, steps: (byPerson.get(row.person.id) ?? []).map(presentStep) }))
}

function presentStep({
  service,
  stores,
  logUntil,
  finishedAt,
}: typeof erasureSteps.$inferSelect): Erasure['steps'][number] {
  return {
    service,
    stores,
    logUntil: logUntil?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Requests every erasure again, for services restored from an older backup. */
export const republishErasures: Republish = {
  what: 'erasures',
  listOfPlatform: async (db) =>
    (await db.select({ id: erasures.userId }).from(erasures).orderBy(erasures.requestedAt)).map(
      ({ id }) => id,
    ),
  emitOfPlatform: async (db, emit, id) => {
    const [erasure] = await db.select().from(erasures).where(eq(erasures.userId, id)).for('update')
    if (!erasure) return
    const { userId, organizationIds } = erasure
    await emit(masterAdminEvents.erasureRequested, { subject: id, data: { userId, organizationIds } })
  },
}
