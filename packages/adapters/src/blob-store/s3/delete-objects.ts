import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { inBatches } from '../../in-batches.ts'
import type { Bucket } from './open-bucket.ts'
import { nullWhenMissing } from './s3-errors.ts'

const atOnce = 16

/**
 * Deletes objects by a request each: one for many is refused without a Content-MD5 by stores that
 * the client sends another checksum. Goes on beside objects that stay, unless all of them do, and
 * then throws the first error.
 */
export async function deleteObjects(bucket: Bucket, keys: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const batch of inBatches(keys, { costOf: () => 1, costMax: atOnce })) {
    const results = await Promise.allSettled(batch.map((key) => deleteObject(bucket, key)))
    const failed = results.filter((result) => result.status === 'rejected')
    failures.push(...failed.map(({ reason }) => reason))
    if (failed.length === batch.length) break
  }
  if (failures.length > 0) throw failures[0]
}

/** A missing object is no error. */
export async function deleteObject({ client, name: Bucket }: Bucket, Key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(nullWhenMissing)
}
