import { createCipheriv, hash } from 'node:crypto'
import {
  type _Object,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import type { BlobEntry, BlobInfo, BlobStore } from '@portal/service-kit/ports/blob-store'
import { checkBlobKey, checkBlobPrefix, organizationPrefix } from './blob-key.ts'
import { type Bucket, openBucket } from './s3/open-bucket.ts'
import { partBytes, putInParts } from './s3/put-in-parts.ts'
import { isMissing, unavailable } from './s3/s3-errors.ts'
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
    const sha256 = hash('sha256', content)
    const target = { Key, Metadata: { sha256 } }
    try {
      if (content.byteLength > partBytes) await putInParts(this.#bucket, target, content)
      else await this.#putWhole(target, content)
    } catch (error) {
      throw unavailable(error)
    }
    return { key, sizeBytes: content.byteLength, sha256 }
  }

  async get(key: string): Promise<Uint8Array | null> {
    const Key = checkBlobKey(key)
    const { client, name: Bucket } = this.#bucket
    let content: Uint8Array
    let stored: string | undefined
    try {
      const object = await client.send(new GetObjectCommand({ Bucket, Key }))
      content = (await object.Body?.transformToByteArray()) ?? new Uint8Array()
      stored = object.Metadata?.sha256
    } catch (error) {
      if (isMissing(error)) return null
      throw unavailable(error)
    }
    if (hash('sha256', content) !== stored)
      throw new Error(`The blob ${key} was changed after it was stored: its checksum does not match.`)
    return content
  }

  async delete(key: string): Promise<void> {
    const Key = checkBlobKey(key)
    const { client, name: Bucket } = this.#bucket
    try {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error)
    }
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const Prefix = checkBlobPrefix(prefix)
    const { client, name: Bucket } = this.#bucket
    try {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        yield* entriesOf(page.Contents ?? [])
    } catch (error) {
      throw unavailable(error)
    }
  }

  async removeUnfinished(olderThanMs: number): Promise<number> {
    try {
      return await abortUploads(this.#bucket, { before: new Date(Date.now() - olderThanMs) })
    } catch (error) {
      throw unavailable(error)
    }
  }

  async countOf(organizationId: number): Promise<number> {
    const Prefix = organizationPrefix(organizationId)
    const { client, name: Bucket } = this.#bucket
    try {
      let count = await countUploads(this.#bucket, Prefix)
      for await (const { KeyCount = 0 } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        count += KeyCount
      return count
    } catch (error) {
      throw unavailable(error)
    }
  }

  async purge(organizationId: number): Promise<void> {
    const Prefix = organizationPrefix(organizationId)
    const { client, name: Bucket } = this.#bucket
    try {
      // First, so that none completes after the listing.
      await abortUploads(this.#bucket, { prefix: Prefix })
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        if (Contents.length === 0) continue
        const Objects = Contents.map(({ Key }) => ({ Key }))
        const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
        if (Errors.length > 0) throw new Error(`${Errors.length} files could not be deleted.`)
      }
    } catch (error) {
      throw unavailable(error)
    }
  }

  async check(): Promise<void> {
    await this.put(probeKey, probe)
    await this.get(probeKey)
  }

  async #putWhole(target: { Key: string; Metadata: Record<string, string> }, content: Uint8Array) {
    const { client, name: Bucket } = this.#bucket
    const ChecksumSHA256 = hash('sha256', content, 'base64')
    await client.send(new PutObjectCommand({ ...target, Bucket, Body: content, ChecksumSHA256 }))
  }
}

function* entriesOf(objects: readonly _Object[]): Iterable<BlobEntry> {
  for (const { Key, LastModified } of objects)
    if (Key !== undefined && Key !== probeKey) yield { key: Key, storedAt: LastModified ?? new Date() }
}
