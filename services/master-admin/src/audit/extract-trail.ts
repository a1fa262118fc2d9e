import { createHash } from 'node:crypto'
import type { AuditExtractHead, AuditExtractQuery, auditApi } from '@portal/contracts/audit'
import { documentsEvents } from '@portal/contracts/documents'
import { notFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { sleep } from '@portal/service-kit/sleep'
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, Verb } from '../ports.ts'
import { members, organizations } from '../read-model/tables.ts'
import { chainName, genesisHash } from './chain-hash.ts'
import { lineOf } from './extract-line.ts'
import { entriesWhere } from './filter-entries.ts'
import { type AuditRow, auditEntries, auditPeople } from './tables.ts'
import { type SignedHead, verifySegment } from './verify-segment.ts'

const { sequence } = auditEntries
const pageSize = 1000
const pollMs = 100
/** For an event committed before the call, and for the head that is signed a second later. */
const recordedMs = 5000
const signedMs = 20_000

/**
 * What the trail says about documents, up to the making of the pack. From its first entry on the
 * chain is verified up to the signed head, then the statement is signed: else a trail that somebody
 * altered would be certified.
 */
export const readAuditExtract: Verb<typeof auditApi.readAuditExtract> = async (ctx, { query }) => {
  const last = await entryOfPack(ctx, query.packId)
  const head = await headFrom(ctx, last)
  const wanted = entriesOf(ctx, query, last)
  const verified = await verifySegment(ctx, wanted, head)
  const { packId, packKey, documentId = null, from = null, to } = query
  const { organizationId } = ctx
  const statement = await ctx.ports.auditHeads.sign('evidence-extract', {
    ...{ packId, packKey, organizationId, documentId, from, to, at: new Date().toISOString() },
    ...{
      chain: chainName(organizationId),
      entries: verified.entries,
      sha256: verified.sha256,
      verifiedFrom: verified.from,
    },
    head: { sequence: head.sequence, hash: head.hash },
  })
  const first: AuditExtractHead = {
    ...{ statement, head: head.signed, key: ctx.ports.auditHeads.publicKey },
    ...(await namesFor(ctx, verified.actors)),
  }
  ctx.responseHeaders.set('content-type', 'application/x-ndjson; charset=utf-8')
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.streamResponse(linesOf(ctx, { first, wanted, sha256: verified.sha256 }))
}

export const readAuditKey: Verb<typeof auditApi.readAuditKey> = async (ctx) => ctx.ports.auditHeads.publicKey

/** The making of the pack, which documents committed before it asks. 404 if there is none. */
async function entryOfPack(ctx: Context, packId: string): Promise<AuditRow> {
  const { action, details } = auditEntries
  const isMaking = eq(action, documentsEvents.evidencePackCreated.type)
  const wanted = own(auditEntries, ctx, isMaking, sql`${details}->>'packId' = ${packId}`)
  return until(recordedMs, async () => {
    const found = await ctx.tx((db) => entriesWhere(db, wanted).orderBy(desc(sequence)).limit(1))
    return found[0] ?? null
  })
}

/** The kept head, once it covers the entry; 404 if that takes too long. */
export function headFrom(ctx: Context, entry: AuditRow): Promise<SignedHead> {
  return until(signedMs, async () => {
    const found = await ctx.ports.auditHeads.newest(chainName(ctx.organizationId))
    if (!found?.head || found.head.sequence < entry.sequence) return null
    return { ...found.head, signed: found.signed }
  })
}

/** What `look` finds; 404 if it finds nothing in this time. */
export async function until<T>(limitMs: number, look: () => Promise<T | null>): Promise<T> {
  for (const since = performance.now(); ; await sleep(pollMs)) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() - since > limitMs) throw notFound()
  }
}

/** Of documents alone: who asks the assistant, or when, is no evidence about them. */
function entriesOf(ctx: Context, { documentId, from, to }: AuditExtractQuery, last: AuditRow): SQL {
  const { service, subject, at } = auditEntries
  const inPeriod = and(
    eq(service, documentsEvents.evidencePackCreated.source),
    documentId === undefined ? undefined : eq(subject, documentId),
    from === undefined ? undefined : gte(at, new Date(from)),
    lt(at, new Date(to)),
  )
  return own(auditEntries, ctx, lte(sequence, last.sequence), or(inPeriod, eq(sequence, last.sequence)))
}

/** Names of the organization, its members, and others who act in the extract. */
export function namesFor(ctx: Context, actors: ReadonlySet<string>) {
  return ctx.platformTx(async (db) => {
    const ofMembers = db.select({ id: members.userId }).from(members).where(own(members, ctx))
    const { personId } = auditPeople
    const isNamed = or(inArray(personId, ofMembers), inArray(personId, [...actors]))
    const people = await db.select().from(auditPeople).where(isNamed)
    const [organization] = await db.select().from(organizations).where(own(organizations, ctx))
    return {
      organizationName: organization?.name ?? '',
      people: Object.fromEntries(people.map((person) => [person.personId, person.name])),
    }
  })
}

interface Extract {
  readonly first: AuditExtractHead
  readonly wanted: SQL
  readonly sha256: string
}

/** Fails at its end if an entry was not what was verified, so that the pack is cut off. */
async function* linesOf(ctx: Context, { first, wanted, sha256 }: Extract): AsyncGenerator<string> {
  yield `${JSON.stringify(first)}\n`
  const digest = createHash('sha256')
  const before = alias(auditEntries, 'before')
  for (let after = 0; ; ) {
    const rows = await ctx.tx((db) =>
      db
        .select({ entry: auditEntries, previous: before.hash })
        .from(auditEntries)
        .leftJoin(before, own(before, auditEntries, eq(before.sequence, sql`${sequence} - 1`)))
        .where(and(wanted, gt(sequence, after)))
        .orderBy(asc(sequence))
        .limit(pageSize),
    )
    const lines = rows.map(({ entry, previous }) => lineOf(entry, previous ?? genesisHash)).join('')
    digest.update(lines)
    if (lines !== '') yield lines
    after = rows.at(-1)?.entry.sequence ?? 0
    if (rows.length < pageSize) break
  }
  if (digest.digest('hex') !== sha256) throw new Error('The audit trail changed while it was being read.')
}
