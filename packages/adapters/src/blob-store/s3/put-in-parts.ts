import { hash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Bucket } from './open-bucket.ts'

/** Multipart threshold and part size; S3 requires 5 MiB for all but the last part. */
export const partBytes = 8 * 1024 * 1024

/** Multipart upload with verified parts; nothing is visible before completion. */
export async function putInParts(
  { client }: Bucket,
  target: { readonly Bucket: string; readonly Key: string; readonly Metadata: Record<string, string> },
  content: Uint8Array,
): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA256' }),
  )
  try {
    const Parts: CompletedPart[] = []
    for (let start = 0; start < content.byteLength; start += partBytes) {
      const Body = content.subarray(start, start + partBytes)
      const PartNumber = Parts.length + 1
      const ChecksumSHA256 = hash('sha256', Body, 'base64')
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ChecksumSHA256 }),
      )
      Parts.push({ PartNumber, ChecksumSHA256, ...(ETag === undefined ? {} : { ETag }) })
    }
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    )
  } catch (error) {
    // Its failure would hide the first error; leftovers are swept.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
}
