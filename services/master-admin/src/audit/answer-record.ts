import type { auditApi } from '@portal/contracts/audit'
import { chatEvents } from '@portal/contracts/chat'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { between, eq, sql } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { chainHash, genesisHash } from './chain-hash.ts'
import { headFrom, namesFor, until } from './extract-trail.ts'
import { entriesWhere } from './filter-entries.ts'
import { type AuditRow, auditEntries } from './tables.ts'

/** How long after the answer its entry is waited for. */
const recordedMs = 3000
/** The event of an answer is made with it; clocks of replicas differ a little. */
const apartMs = 60_000

/** For the person who asked alone: who asks what is nobody else's business (decision 53). */
export const readAnswerRecord: Verb<typeof auditApi.readAnswerRecord> = async (ctx, { params, query }) => {
  const ageMs = Date.now() - timeOf(params.id)
  const entry = await until(recordedMs - ageMs, () => entryOfAnswer(ctx, params.id))
  const previous = await hashBefore(ctx, entry)
  if (chainHash(previous, entry) !== entry.hash)
    throw new CodedError('conflict', 'The audit trail was altered at the entry of this answer.', {
      suggestedAction: 'Tell the operator of the portal.',
    })
  const { sequence, hash, signed } = await headFrom(ctx, entry)
  const { organizationName, people } = await namesFor(ctx, new Set([ctx.personId]))
  const wanted = new Set([ctx.personId, ...(query.people ?? [])])
  const { eventId: id, at, ...row } = entry
  return {
    entry: { ...row, id, at: at.toISOString(), previous },
    head: { sequence, hash, signed },
    key: ctx.ports.auditHeads.publicKey,
    organizationName,
    people: Object.fromEntries(Object.entries(people).filter(([person]) => wanted.has(person))),
  }
}

/**
 * Ids begin with their time, so the entry is looked for among those of the same minute: the trail
 * has no index of what its details say.
 */
async function entryOfAnswer(ctx: Context, messageId: string): Promise<AuditRow | null> {
  const { action, actorId, eventId, details } = auditEntries
  const at = timeOf(messageId)
  const wanted = own(
    auditEntries,
    ctx,
    between(eventId, firstIdAt(at - apartMs), firstIdAt(at + apartMs)),
    eq(action, chatEvents.questionAnswered.type),
    eq(actorId, ctx.personId),
    sql`${details}->>'messageId' = ${messageId}`,
  )
  const [found] = await ctx.tx((db) => entriesWhere(db, wanted).limit(1))
  return found ?? null
}

/** Milliseconds since 1970 in a UUIDv7 (RFC 9562). */
function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

function firstIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0').slice(-12)
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

async function hashBefore(ctx: Context, { sequence }: AuditRow): Promise<string> {
  const before = own(auditEntries, ctx, eq(auditEntries.sequence, sequence - 1))
  const [found] = await ctx.tx((db) => entriesWhere(db, before).limit(1))
  return found?.hash ?? genesisHash
}
