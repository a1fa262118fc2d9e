import type { auditApi } from '@portal/contracts/audit'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import { and, asc, desc, gt, lt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { exportFile } from './export-file.ts'
import {
  entriesWhere,
  hasText,
  matching,
  ofOrganization,
  peopleNamed,
  peopleNamedIn,
} from './filter-entries.ts'
import { presentEntries } from './present-entries.ts'
import { auditEntries } from './tables.ts'

const { sequence, eventId } = auditEntries

/** A text is searched for in whole trails, so an organization has one search at a time. */
function inTurn<T>(
  q: string | undefined,
  { whose, signal }: { readonly whose: number | 'operators'; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  return hasText(q) ? oneAtATime(`search of the audit trail by ${whose}`, signal, work) : work()
}

/** An export outlives the deadline of a request, and its reader's leaving ends it. */
const asLongAsItIsRead = new AbortController().signal

export const listAudit: Verb<typeof auditApi.listAudit> = async (ctx, { query }) => {
  const { limit: _, cursor, ...filter } = query
  const rows = await inTurn(filter.q, { whose: ctx.organizationId, signal: ctx.signal }, async () => {
    const personIds = await peopleNamedIn(ctx, filter.q)
    return ctx.tx((db) =>
      listPart(ctx, db, {
        query,
        from: auditEntries,
        where: own(auditEntries, ctx, matching(filter, personIds)),
        after: cursor === undefined ? undefined : lt(sequence, cursor),
        load: (where, limit) => entriesWhere(db, where).orderBy(desc(sequence)).limit(limit),
      }),
    )
  })
  return presentEntries(ctx, rows)
}

/** In the order of event ids, which increase with time across all chains. */
export const listPlatformAudit: Verb<typeof auditApi.listPlatformAudit> = async (ctx, { query }) => {
  const { limit: _, cursor, organizationId, ...filter } = query
  const rows = await inTurn(filter.q, { whose: 'operators', signal: ctx.signal }, () =>
    ctx.platformTx((db) =>
      listPart(ctx, db, {
        query,
        from: auditEntries,
        where: and(ofOrganization(organizationId), matching(filter, peopleNamed(db, filter.q))),
        after: cursor === undefined ? undefined : lt(eventId, cursor),
        load: (where, limit) => entriesWhere(db, where).orderBy(desc(eventId)).limit(limit),
      }),
    ),
  )
  return presentEntries(ctx, rows)
}

export const exportAudit: Verb<typeof auditApi.exportAudit> = async (ctx, { query }) => {
  const { format, ...filter } = query
  const whose = ctx.organizationId
  const personIds = await inTurn(filter.q, { whose, signal: ctx.signal }, () => peopleNamedIn(ctx, filter.q))
  exportFile(ctx, { name: `audit-${whose}`, format }, (last, limit) => {
    const wanted = own(auditEntries, ctx, matching(filter, personIds), last && gt(sequence, last.sequence))
    return inTurn(filter.q, { whose, signal: asLongAsItIsRead }, () =>
      ctx.tx((db) => entriesWhere(db, wanted).orderBy(asc(sequence)).limit(limit)),
    )
  })
}

export const exportPlatformAudit: Verb<typeof auditApi.exportPlatformAudit> = async (ctx, { query }) => {
  const { format, organizationId, ...filter } = query
  exportFile(ctx, { name: `audit-${organizationId ?? 'all'}`, format }, (last, limit) =>
    inTurn(filter.q, { whose: 'operators', signal: asLongAsItIsRead }, () =>
      ctx.platformTx((db) => {
        const isWanted = matching(filter, peopleNamed(db, filter.q))
        const wanted = and(ofOrganization(organizationId), isWanted, last && gt(eventId, last.eventId))
        return entriesWhere(db, wanted).orderBy(asc(eventId)).limit(limit)
      }),
    ),
  )
}
