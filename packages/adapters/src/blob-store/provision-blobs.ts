import { isEngineUrl } from '../engine-url/engine-url.ts'
import { isFolderUrl, unknownBlobStore } from './open-blob-store.ts'

/**
 * Makes what the file store at an address (as `openBlobStore` takes it) needs before services start: the bucket of an S3-compatible store; a
 * folder is made when it is opened. Any number of times. Throws EngineUnavailable, ConfigError, and Error for a bucket open to the public.
 */
export async function provisionBlobs(url: string): Promise<void> {
  if (isFolderUrl(url)) return
  if (!isEngineUrl(url, 's3')) throw unknownBlobStore(url)
  const { provisionBucket } = await import('./s3/provision-bucket.ts')
  await provisionBucket(url)
}
