import { extname } from 'node:path'
import type { documentsApi } from '@portal/contracts/documents'
import { type ArchivedFile, archiveName, distinctNames, writeArchive } from '@portal/file-rules/write-archive'
import { notFound } from '@portal/service-kit/coded-error'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { and, inArray } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { loadDocuments } from '../documents/documents.ts'
import { DownloadSlots } from '../downloads/download-slots.ts'
import type { Context, Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { filePieces } from '../version-files/read-version-file.ts'

/** Each reads files until it ends: a hundred of them may be gigabytes. */
const slots = new DownloadSlots({
  ...{ perPerson: 2, perOrganization: 4, inAll: 12, retryAfterSeconds: 30 },
  sentences: {
    own: 'You are downloading several archives already. Please wait until one of them has ended.',
    others: 'Many archives are being downloaded. Please try again in a moment.',
  },
})

/** All of them or none: an archive that lacks a document would look complete. */
export const archiveDocuments: Verb<typeof documentsApi.archiveDocuments> = async (ctx, { query }) => {
  const rows = await loadChosen(ctx, query.ids)
  if (rows.length < query.ids.length) throw notFound()
  const slot = slots.enter(ctx)
  ctx.responseHeaders.set('content-type', 'application/zip')
  ctx.responseHeaders.set('content-disposition', 'attachment; filename="documents.zip"')
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.streamResponse(slot.until(writeArchive(filesOf(rows, ctx.ports.blobs))))
}

type Chosen = Awaited<ReturnType<typeof loadChosen>>

function loadChosen(ctx: Context, ids: readonly string[]) {
  const chosen = and(readable(ctx), inArray(documents.id, [...ids]))
  return ctx.tx((db) => loadDocuments(db, chosen, { limit: ids.length }))
}

async function* filesOf(rows: Chosen, blobs: BlobStore): AsyncGenerator<ArchivedFile> {
  const distinct = distinctNames()
  const listed = rows.map((row) => ({ ...row, name: nameOf(row, distinct) }))
  const manifest = JSON.stringify(listed.map(manifestEntry), null, 2)
  yield { name: 'manifest.json', content: [Buffer.from(`${manifest}\n`)] }
  for (const { version, name } of listed)
    if (name !== null) {
      const { blobKey, sizeBytes, sha256 } = version
      const content = filePieces(blobs, { blobKey, sizeBytes, sha256 }, { start: 0, end: sizeBytes })
      yield { name, content }
    }
}

/** Null without a current version: only that one is handed out. */
function nameOf(
  { document, version }: Chosen[number],
  distinct: ReturnType<typeof distinctNames>,
): string | null {
  if (document.currentVersionId !== version.id) return null
  const title = document.title.replace(/\.(?:pdf|docx?|txt)$/i, '')
  return distinct(archiveName(`${document.customId} ${title}`), extname(version.fileName))
}

/** `file` is null for a document without a current version. */
function manifestEntry({
  document,
  version,
  departmentName,
  name,
}: Chosen[number] & { name: string | null }) {
  const { id, customId, title, isActive } = document
  const of = { id, customId, title, department: departmentName, isActive, file: name }
  if (name === null) return of
  const { number, fileName, sizeBytes, sha256, approvedAt } = version
  return { ...of, version: number, fileName, sizeBytes, sha256, approvedAt }
}
