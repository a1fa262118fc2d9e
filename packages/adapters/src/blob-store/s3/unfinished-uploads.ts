import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { Bucket } from './open-bucket.ts'
import { nullWhenMissing } from './s3-errors.ts'

/** Aborts unfinished multipart uploads (not every store's lifecycle rules do); returns how many. */
export async function abortUploads(
  bucket: Bucket,
  { before, prefix }: { readonly before?: Date; readonly prefix?: string },
): Promise<number> {
  let aborted = 0
  for await (const { Key, UploadId, Initiated } of uploads(bucket, prefix)) {
    if (before && Initiated && Initiated > before) continue
    const command = new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId })
    // Null if it completed meanwhile or was swept by another process.
    if ((await bucket.client.send(command).catch(nullWhenMissing)) !== null) aborted += 1
  }
  return aborted
}

/** How many multipart uploads to keys with this prefix are unfinished. */
export async function countUploads(bucket: Bucket, prefix: string): Promise<number> {
  let count = 0
  for await (const _ of uploads(bucket, prefix)) count += 1
  return count
}

async function* uploads({ client, name: Bucket }: Bucket, prefix = '') {
  let KeyMarker: string | undefined
  let UploadIdMarker: string | undefined
  do {
    const page = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, KeyMarker, UploadIdMarker }),
    )
    // Not every store filters by the prefix.
    for (const upload of page.Uploads ?? []) if (upload.Key?.startsWith(prefix)) yield upload
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
    UploadIdMarker = page.NextUploadIdMarker
  } while (KeyMarker !== undefined)
}
