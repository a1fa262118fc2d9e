import { createHash } from 'node:crypto'
import type { documentsApi } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { create as contentDisposition } from 'content-disposition'
import { and, eq } from 'drizzle-orm'
import { openableVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'

/** Bytes held in memory for each download, however slowly it is taken. */
const pieceBytes = 256 * 1024

/** Sends the file for saving, never for showing: it is foreign content on the portal's origin. */
export const readVersionFile: Verb<typeof documentsApi.readVersionFile> = async (ctx, { params }) => {
  const [row] = await ctx.tx((db) =>
    db
      .select({ version: versions })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(openableVersions(ctx), eq(documents.id, params.id), eq(versions.id, params.versionId))),
  )
  const { version } = rowOrNotFound(row)
  const { blobs } = ctx.ports
  ctx.responseHeaders.set('content-type', version.fileType)
  ctx.responseHeaders.set('content-disposition', contentDisposition(version.fileName))
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  ctx.sendFile({
    sizeBytes: version.sizeBytes,
    etag: `"${version.sha256}"`,
    read: (start, end) => filePieces(blobs, version, { start, end }),
  })
}

interface StoredFile {
  readonly blobKey: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** A range of the file. Of a whole file the last piece is held back until its checksum matches. */
export async function* filePieces(
  blobs: BlobStore,
  { blobKey, sizeBytes, sha256 }: StoredFile,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  for (let at = start; at < end; at += pieceBytes) {
    const upTo = Math.min(at + pieceBytes, end)
    const piece = await blobs.getPart(blobKey, at, upTo)
    if (piece?.byteLength !== upTo - at) throw new Error(`The file ${blobKey} is missing or too short.`)
    digest.update(piece)
    const isWhole = start === 0 && upTo === sizeBytes
    if (isWhole && digest.digest('hex') !== sha256)
      throw new Error(`The file ${blobKey} was changed after it was stored: its checksum does not match.`)
    yield piece
  }
}
