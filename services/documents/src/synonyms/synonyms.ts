import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { LRUCache } from 'lru-cache'
import type { Context, Verb } from '../ports.ts'
import { Synonyms } from './related-words.ts'
import { type SynonymGroup, synonymLists } from './synonyms-schema.ts'

/** By the list itself, so that a changed one is never taken for the one before. */
const prepared = new LRUCache<string, Synonyms>({ max: 200 })

export const readSynonyms: Verb<typeof documentsApi.readSynonyms> = (ctx) =>
  ctx.tx(async (db) => ({ groups: (await ownGroups(db, ctx)).map((group) => [...group]) }))

export const replaceSynonyms: Verb<typeof documentsApi.replaceSynonyms> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    // The row is there before it is read, so that changes at the same time follow each other.
    await db.insert(synonymLists).values({ organizationId, groups: [] }).onConflictDoNothing()
    const wanted = own(synonymLists, ctx)
    const [before] = await db.select().from(synonymLists).where(wanted).for('update')
    assertAsSeen({ groups: before?.groups ?? [] }, body.seen)
    const changed = { groups: body.groups, changedAt: new Date() }
    await db.update(synonymLists).set(changed).where(wanted)
    const data = { groups: body.groups.length }
    await emit(documentsEvents.synonymsChanged, { subject: String(organizationId), data })
    return { groups: body.groups }
  })

/** What the organization calls the words of a question otherwise. */
export async function relatedWords(ctx: Context, question: string): Promise<string[]> {
  const groups = await ctx.tx((db) => ownGroups(db, ctx))
  if (groups.length === 0) return []
  const key = JSON.stringify(groups)
  const synonyms = prepared.get(key) ?? new Synonyms(groups)
  prepared.set(key, synonyms)
  return synonyms.relatedTo(question)
}

async function ownGroups(db: TransactionHandle, ctx: Context): Promise<readonly SynonymGroup[]> {
  const [row] = await db.select().from(synonymLists).where(own(synonymLists, ctx))
  return row?.groups ?? []
}
