import { createCipheriv } from 'node:crypto'
import { type _Object, GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { BlobEntry, BlobInfo, BlobStore } from '@portal/service-kit/ports/blob-store'
import { sha256Of } from '@portal/service-kit/sha256-of'
import { checkBlobKey, checkBlobPrefix, organizationPrefix } from './blob-key.ts'
import { deleteObject, deleteObjects } from './s3/delete-objects.ts'
import { type Bucket, openBucket } from './s3/open-bucket.ts'
import { partBytes, putInParts } from './s3/put-in-parts.ts'
import { emptyWhenBeyondTheEnd, nullWhenMissing, reached, unavailable } from './s3/s3-errors.ts'
import { abortUploads, countUploads } from './s3/unfinished-uploads.ts'

/** Outside `org/`, so that no organization's listing shows it. */
const probeKey = 'check/probe'
/** Not empty, which a full disk accepts; constant for concurrent checks; incompressible. */
const probe = createCipheriv('aes-128-ctr', new Uint8Array(16), new Uint8Array(16)).update(
  new Uint8Array(64 * 1024),
)

/** Stores blobs in an S3-compatible bucket, with a SHA-256 of our own compared on reading. */
export class S3BlobStore implements BlobStore {
  readonly holds = 'files'
  readonly #bucket: Bucket

  /** `url` is `s3://<key>:<secret>@<host>:<port>/<bucket>` of an existing bucket. */
  constructor(url: string) {
    this.#bucket = openBucket(url)
  }

  async put(key: string, content: Uint8Array): Promise<BlobInfo> {
    const Key = checkBlobKey(key)
    const digest = await sha256Of(content)
    const sha256 = digest.toString('hex')
    const target = { Bucket: this.#bucket.name, Key, Metadata: { sha256 } }
    const ChecksumSHA256 = digest.toString('base64')
    await reached<unknown>(
      content.byteLength > partBytes
        ? putInParts(this.#bucket, target, content)
        : this.#bucket.client.send(new PutObjectCommand({ ...target, Body: content, ChecksumSHA256 })),
    )
    return { key, sizeBytes: content.byteLength, sha256 }
  }

  async get(key: string): Promise<Uint8Array | null> {
    const Key = checkBlobKey(key)
    const { client, name: Bucket } = this.#bucket
    const object = await reached(client.send(new GetObjectCommand({ Bucket, Key })).catch(nullWhenMissing))
    if (object === null) return null
    const content = await reached(object.Body?.transformToByteArray() ?? new Uint8Array())
    if ((await sha256Of(content)).toString('hex') !== object.Metadata?.sha256)
      throw new Error(`The blob ${key} was changed after it was stored: its checksum does not match.`)
    return content
  }

  async getPart(key: string, start: number, end: number): Promise<Uint8Array | null> {
    const Key = checkBlobKey(key)
    const { client, name: Bucket } = this.#bucket
    // A range of no bytes cannot be asked for (RFC 9110, 14.1.2).
    const Range = `bytes=${start}-${Math.max(start, end - 1)}`
    const object = await reached(
      client
        .send(new GetObjectCommand({ Bucket, Key, Range }))
        .catch(emptyWhenBeyondTheEnd)
        .catch(nullWhenMissing),
    )
    if (object === null) return null
    const content = await reached(object.Body?.transformToByteArray() ?? new Uint8Array())
    return content.subarray(0, Math.max(0, end - start))
  }

  async delete(key: string): Promise<void> {
    await reached(deleteObject(this.#bucket, checkBlobKey(key)))
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    for await (const objects of this.#pages(checkBlobPrefix(prefix)))
      for (const { Key, LastModified } of objects)
        if (Key !== undefined && Key !== probeKey) yield { key: Key, storedAt: LastModified ?? new Date() }
  }

  removeUnfinished(olderThanMs: number): Promise<number> {
    return reached(abortUploads(this.#bucket, { before: new Date(Date.now() - olderThanMs) }))
  }

  async countOf(organizationId: number): Promise<number> {
    const prefix = organizationPrefix(organizationId)
    let count = await reached(countUploads(this.#bucket, prefix))
    for await (const objects of this.#pages(prefix)) count += objects.length
    return count
  }

  async purge(organizationId: number): Promise<void> {
    const prefix = organizationPrefix(organizationId)
    // First, so that none completes after the listing.
    await reached(abortUploads(this.#bucket, { prefix }))
    for await (const objects of this.#pages(prefix)) {
      const keys = objects.flatMap(({ Key }) => Key ?? [])
      await reached(deleteObjects(this.#bucket, keys))
    }
  }

  async check(): Promise<void> {
    await this.put(probeKey, probe)
    await this.get(probeKey)
  }

  /** The objects below a prefix, page by page. */
  async *#pages(Prefix: string): AsyncIterable<readonly _Object[]> {
    const { client, name: Bucket } = this.#bucket
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        yield Contents
    } catch (error) {
      throw unavailable(error)
    }
  }
}
