import { ConfigError } from '@portal/service-kit/config'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { folderOfUrl, isEngineUrl } from '../engine-url/engine-url.ts'
import { DirectoryBlobStore } from './directory-blob-store.ts'

/** The store for `file:<folder>` or `s3://…` (s3/open-bucket.ts). Throws ConfigError. */
export async function openBlobStore(url: string): Promise<BlobStore> {
  if (isEngineUrl(url, 's3')) {
    const { S3BlobStore } = await import('./s3-blob-store.ts')
    return new S3BlobStore(url)
  }
  const folder = folderOfUrl(url)
  if (folder !== null) return DirectoryBlobStore.open(folder)
  throw unknownBlobStore(url)
}

/** Provisions an S3 bucket; folders are created when opened. Throws EngineUnavailable. */
export async function provisionBlobs(url: string): Promise<void> {
  if (folderOfUrl(url) !== null) return
  if (!isEngineUrl(url, 's3')) throw unknownBlobStore(url)
  const { provisionBucket } = await import('./s3/provision-bucket.ts')
  await provisionBucket(url)
}

/** What an address that no file store speaks is refused with. */
function unknownBlobStore(url: string): ConfigError {
  const scheme = /^[a-z0-9+]+:/.exec(url)?.[0] ?? 'an address without a scheme'
  return new ConfigError(
    `There is no file store for "${scheme}"; use "file:<folder>" or "s3://<key>:<secret>@<host>/<bucket>".`,
  )
}
