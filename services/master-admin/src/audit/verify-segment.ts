import { createHash } from 'node:crypto'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, asc, between, eq, getTableColumns, min, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { chainHash, genesisHash } from './chain-hash.ts'
import { lineOf } from './extract-line.ts'
import type { ChainHead } from './head-store.ts'
import { auditEntries } from './tables.ts'

const { sequence } = auditEntries
/** Hashing a page takes about as long as a request. */
const pageSize = 500

/** A head and its compact JWS. */
export type SignedHead = ChainHead & { readonly signed: string }

/** The entries that were asked for: how many, the SHA-256 of their lines, and who acted. */
export interface VerifiedSegment {
  readonly from: number
  readonly entries: number
  readonly sha256: string
  readonly actors: ReadonlySet<string>
}

/** Checks the chain from the first of these entries to its signed head. Throws 409 if broken. */
export async function verifySegment(ctx: Context, wanted: SQL, head: SignedHead): Promise<VerifiedSegment> {
  const from = await firstOf(ctx, wanted)
  const digest = createHash('sha256')
  const actors = new Set<string>()
  let entries = 0
  let next = from
  let previous = await hashBefore(ctx, from)
  while (next <= head.sequence) {
    const page = await pageFrom(ctx, wanted, { next, last: head.sequence })
    for (const { isWanted, ...entry } of page) {
      if (entry.sequence !== next || chainHash(previous, entry) !== entry.hash) throw broken(ctx, next)
      if (isWanted) {
        digest.update(lineOf(entry, previous))
        actors.add(entry.actorId ?? '')
        entries += 1
      }
      previous = entry.hash
      next += 1
    }
    if (page.length === 0) throw broken(ctx, next)
  }
  if (previous !== head.hash) throw broken(ctx, head.sequence)
  return { from, entries, sha256: digest.digest('hex'), actors }
}

async function firstOf(ctx: Context, wanted: SQL): Promise<number> {
  const [found] = await ctx.tx((db) =>
    db
      .select({ first: min(sequence) })
      .from(auditEntries)
      .where(wanted),
  )
  return found?.first ?? 1
}

async function hashBefore(ctx: Context, first: number): Promise<string> {
  if (first === 1) return genesisHash
  const wanted = own(auditEntries, ctx, eq(sequence, first - 1))
  const [found] = await ctx.tx((db) =>
    db.select({ hash: auditEntries.hash }).from(auditEntries).where(wanted),
  )
  if (!found) throw broken(ctx, first - 1)
  return found.hash
}

function pageFrom(
  ctx: Context,
  wanted: SQL,
  { next, last }: { readonly next: number; readonly last: number },
) {
  const inPage = and(own(auditEntries, ctx), between(sequence, next, Math.min(last, next + pageSize - 1)))
  return ctx.tx((db) =>
    db
      .select({ ...getTableColumns(auditEntries), isWanted: sql<boolean>`(${wanted})` })
      .from(auditEntries)
      .where(inPage)
      .orderBy(asc(sequence)),
  )
}

function broken(ctx: Context, at: number): CodedError {
  ctx.log.error({ at }, 'the audit trail does not fit its signed head: run npm run audit:verify')
  const message = 'The audit trail does not fit its signed head, so that no evidence can be made from it.'
  return new CodedError('conflict', message, {
    suggestedAction: 'Ask the operator of the portal to verify the audit trail.',
  })
}
