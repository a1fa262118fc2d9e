import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { Bucket } from './open-bucket.ts'
import { isMissing } from './s3-errors.ts'

/** Aborts the multipart uploads that began before `before`; gives how many. Not every store has lifecycle rules that would. */
export async function abortUploads(bucket: Bucket, before: Date): Promise<number> {
  let aborted = 0
  for await (const { Key, UploadId, Initiated } of uploads(bucket)) {
    if (Initiated && Initiated > before) continue
    try {
      await bucket.client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }))
      aborted += 1
    } catch (error) {
      // It ended meanwhile, or another process swept it.
      if (!isMissing(error)) throw error
    }
  }
  return aborted
}

async function* uploads({ client, name: Bucket }: Bucket) {
  let KeyMarker: string | undefined
  let UploadIdMarker: string | undefined
  do {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, KeyMarker, UploadIdMarker }))
    yield* page.Uploads ?? []
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
    UploadIdMarker = page.NextUploadIdMarker
  } while (KeyMarker !== undefined)
}
