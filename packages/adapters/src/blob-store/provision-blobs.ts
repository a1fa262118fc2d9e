import { isEngineUrl } from '../engine-url/engine-url.ts'
import { isFolderUrl, unknownBlobStore } from './open-blob-store.ts'

/**
 * Provisions the file store at an address: creates the bucket of an S3-compatible store; folders
 * are created when opened. Idempotent. Throws EngineUnavailable, ConfigError, and Error for a
 * public bucket.
 */
export async function provisionBlobs(url: string): Promise<void> {
  if (isFolderUrl(url)) return
  if (!isEngineUrl(url, 's3')) throw unknownBlobStore(url)
  const { provisionBucket } = await import('./s3/provision-bucket.ts')
  await provisionBucket(url)
}
