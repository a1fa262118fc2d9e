import { isEngineUrl } from '../engine-url/engine-url.ts'

/**
 * Makes what the file store at an address (as `openBlobStore` takes it) needs before services start: the bucket of an S3-compatible store; a
 * folder is made when it is opened. Any number of times. Throws EngineUnavailable, ConfigError, and Error for a bucket open to the public.
 */
export async function provisionBlobs(url: string): Promise<void> {
  if (!isEngineUrl(url, 's3')) return
  const { provisionBucket } = await import('./provision-bucket.ts')
  await provisionBucket(url)
}
