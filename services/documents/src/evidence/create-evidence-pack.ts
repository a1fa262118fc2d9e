import { addDays, startOfDay } from '@portal/contracts/calendar-day'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { type EvidencePack, evidencePackMs } from '@portal/contracts/evidence'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { spend } from '@portal/service-kit/quota/spend'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, count, countDistinct, eq, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { loadDocument } from '../documents/documents.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { evidencePacks } from './evidence-schema.ts'
import { type EvidenceScope, versionsInScope } from './evidence-scope.ts'

/** A ZIP archive without extensions has at most 4 GiB and 65,535 files, pages included. */
const bytesMax = 3.75 * 1024 ** 3
const versionsMax = 20_000
const documentsMax = 5000

/** Records what the pack is about; its files are read when it is downloaded. */
export const createEvidencePack: Verb<typeof documentsApi.createEvidencePack> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { documentId = null } = body
    const createdAt = new Date()
    const { timeZone } = await settingsOf(db, ctx)
    const scope = { documentId, ...periodOf(body, { timeZone, now: createdAt }) }
    if (documentId !== null) await loadDocument(db, and(readable(ctx), eq(documents.id, documentId)))
    const measured = await measure(db, ctx, scope)
    assertFits(measured)
    const { evidencePacks: quota } = ctx.ports.quotas ?? {}
    if (quota) await spend(db, ctx, { what: 'evidence-packs', unit: 'evidence packs', amount: 1, quota })
    const { organizationId, personId: createdBy } = ctx
    const pack = { ...scope, id: uuidV7(), createdAt, timeZone }
    await db.insert(evidencePacks).values({ ...pack, organizationId, createdBy })
    const period = { from: scope.from?.toISOString() ?? null, to: scope.to.toISOString() }
    await emit(documentsEvents.evidencePackCreated, {
      subject: documentId ?? String(organizationId),
      data: { packId: pack.id, documentId, ...period },
      audience: null,
    })
    const expiresAt = new Date(createdAt.getTime() + evidencePackMs).toISOString()
    const response: EvidencePack = {
      ...{ id: pack.id, documentId, ...period, ...measured },
      ...{ createdAt: createdAt.toISOString(), expiresAt },
    }
    return ctx.respond(db, response)
  })

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Whole days where the organization is. The period ends now at the latest: of the future there is
 * no evidence.
 */
function periodOf(days: Days, { timeZone, now }: { readonly timeZone: string; readonly now: Date }) {
  const from = days.from === undefined ? null : startOfDay(days.from, timeZone)
  const end = days.to === undefined ? now : startOfDay(addDays(days.to, 1), timeZone)
  if (from !== null && from >= now) {
    const message = 'The first day must not be in the future.'
    throw new CodedError('invalid_request', message, { fields: { from: message } })
  }
  return { from, to: end < now ? end : now }
}

async function measure(db: TransactionHandle, ctx: Context, scope: EvidenceScope) {
  const texts = sql`coalesce(octet_length(${versionTexts.text}), 0)`
  const [found] = await db
    .select({
      documents: countDistinct(documents.id),
      versions: count(),
      sizeBytes: sql<number>`coalesce(sum(${versions.sizeBytes} + ${texts}), 0)::float8`,
    })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .leftJoin(versionTexts, own(versionTexts, versions, eq(versionTexts.versionId, versions.id)))
    .where(versionsInScope(ctx, scope))
  return found ?? { documents: 0, versions: 0, sizeBytes: 0 }
}

function assertFits(pack: Awaited<ReturnType<typeof measure>>): void {
  if (pack.sizeBytes <= bytesMax && pack.versions <= versionsMax && pack.documents <= documentsMax) return
  const gigabytes = (pack.sizeBytes / 1024 ** 3).toFixed(1)
  const found = `${pack.documents} documents with ${pack.versions} versions and ${gigabytes} GB`
  throw new CodedError('payload_too_large', `This period has ${found}: more than one pack can hold.`, {
    suggestedAction: 'Choose a shorter period, or one document.',
  })
}
