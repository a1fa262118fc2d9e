import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'

/** A file store in a temporary folder. */
export interface TemporaryBlobs {
  readonly blobs: BlobStore
  readonly folder: string
  close(): Promise<void>
}

/** Opens one; `close` removes its folder. */
export async function openTemporaryBlobs(): Promise<TemporaryBlobs> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-blobs-'))
  return {
    blobs: await openBlobStore(`file:${folder}`),
    folder,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
