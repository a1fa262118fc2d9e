import { folderOfUrl, isEngineUrl } from '../engine-url/engine-url.ts'
import { unknownBlobStore } from './open-blob-store.ts'

/** Provisions an S3 bucket; folders are created when opened. Throws EngineUnavailable. */
export async function provisionBlobs(url: string): Promise<void> {
  if (folderOfUrl(url) !== null) return
  if (!isEngineUrl(url, 's3')) throw unknownBlobStore(url)
  const { provisionBucket } = await import('./s3/provision-bucket.ts')
  await provisionBucket(url)
}
