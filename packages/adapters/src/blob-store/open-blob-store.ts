import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { DirectoryBlobStore } from './directory-blob-store.ts'

/** Opens the store that a configuration URL names: `file:///folder` or `file:folder`. Throws one sentence for any other. */
export async function openBlobStore(url: string): Promise<BlobStore> {
  if (!url.startsWith('file:') || url === 'file:')
    throw new Error(`There is no file store for "${url}"; use "file:<folder>".`)
  return DirectoryBlobStore.open(
    url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length)),
  )
}
