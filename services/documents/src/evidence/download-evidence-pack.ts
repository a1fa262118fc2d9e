import { dayIn } from '@portal/contracts/calendar-day'
import type { documentsApi } from '@portal/contracts/documents'
import { evidencePackMs } from '@portal/contracts/evidence'
import { writeArchive } from '@portal/file-rules/write-archive'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, gt } from 'drizzle-orm'
import { DownloadSlots } from '../downloads/download-slots.ts'
import type { Context, Verb } from '../ports.ts'
import { evidencePacks, type PackRow } from './evidence-schema.ts'
import { packFiles } from './pack-files.ts'
import { PackKey } from './pack-key.ts'

/** Each reads texts and files until it ends. */
const slots = new DownloadSlots({
  ...{ perPerson: 2, perOrganization: 4, inAll: 12, retryAfterSeconds: 60 },
  sentences: {
    own: 'You are downloading evidence packs already. Please wait until one of them has ended.',
    others: 'Many evidence packs are being downloaded. Please try again in a minute.',
  },
})

/** Streams the pack: nothing of it is kept, here or on a disk. */
export const downloadEvidencePack: Verb<typeof documentsApi.downloadEvidencePack> = async (
  ctx,
  { params },
) => {
  const isKept = gt(evidencePacks.createdAt, new Date(Date.now() - evidencePackMs))
  const wanted = own(evidencePacks, ctx, eq(evidencePacks.id, params.id), isKept)
  const [row] = await ctx.tx((db) => db.select().from(evidencePacks).where(wanted))
  const pack = rowOrNotFound(row)
  const slot = slots.enter(ctx)
  const key = new PackKey()
  const extract = await extractFor(ctx, pack, key).catch((error: unknown) => {
    slot.leave()
    throw error
  })
  const archive = writeArchive(packFiles(ctx, { pack, extract, key }))
  ctx.streamResponse(slot.until(archive, () => extract.end()))
  const day = dayIn(pack.timeZone, pack.createdAt)
  ctx.responseHeaders.set('content-type', 'application/zip')
  ctx.responseHeaders.set('content-disposition', `attachment; filename="evidence-${day}.zip"`)
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
}

function extractFor(ctx: Context, { id, documentId, from, to }: PackRow, key: PackKey) {
  return ctx.ports.audit.extract(ctx, {
    ...{ packId: id, packKey: key.publicKey, to: to.toISOString() },
    ...(documentId !== null && { documentId }),
    ...(from !== null && { from: from.toISOString() }),
  })
}
