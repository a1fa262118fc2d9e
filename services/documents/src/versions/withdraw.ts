import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { assertMayWriteVersions } from '../access/visible-versions.ts'
import { lockVersion } from '../lifecycle/lock-document.ts'
import { withdrawVersion } from '../lifecycle/submit-version.ts'
import type { Verb } from '../ports.ts'
import { versions } from '../schema.ts'
import { loadVersion } from './present-version.ts'

export const withdraw: Verb<typeof documentsApi.withdrawVersion> = async (ctx, { params }) => {
  await assertMayWriteVersions(ctx, params.id)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    await withdrawVersion(step, await lockVersion(step, params))
    const presented = await loadVersion(db, own(versions, ctx, eq(versions.id, params.versionId)))
    return ctx.respond(db, presented)
  })
}
