import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { and, eq } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { makeCurrent } from '../lifecycle/approve-version.ts'
import { illegal, lockVersion } from '../lifecycle/lock-document.ts'
import type { Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { loadVersion } from './present-version.ts'

/**
 * Replaces the current version in one transaction (decision 20). Of two people who activate at
 * once, the second wanted to replace another version than it now would (reliability.md R13).
 */
export const activate: Verb<typeof documentsApi.activateVersion> = async (ctx, { params }) => {
  const wanted = and(readable(ctx), eq(documents.id, params.id))
  const { currentVersionId } = documents
  const [seen] = await ctx.tx((db) => db.select({ currentVersionId }).from(documents).where(wanted))
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    const locked = await lockVersion(step, params)
    if (seen && seen.currentVersionId !== locked.document.currentVersionId)
      throw illegal('Another version was activated at the same time. Please look which one is current now.')
    await makeCurrent(step, locked)
    const presented = await loadVersion(db, own(versions, ctx, eq(versions.id, params.versionId)))
    return ctx.respond(db, presented)
  })
}
