import { randomUUID } from 'node:crypto'
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expectKept } from '@portal/testkit/acknowledged-writes'
import { blobStoreSuite } from '@portal/testkit/conformance/blob-store-suite'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBlobStore } from './open-blob-store.ts'
import { startCuttingProxy } from './s3/cutting-proxy.fixture.ts'
import { openBucket } from './s3/open-bucket.ts'
import { provisionBucket } from './s3/provision-bucket.ts'

/** The address of a test's own bucket, created by `newBucket`. */
async function bucketUrl(): Promise<string> {
  const url = new URL(await engineUrl('s3'))
  return Object.assign(url, { pathname: `/test-${randomUUID().slice(0, 8)}` }).href
}

async function newBucket(): Promise<string> {
  const url = await bucketUrl()
  await provisionBucket(url)
  return url
}

const bytes = (text: string) => new TextEncoder().encode(text)

blobStoreSuite('s3', async () => {
  const url = await newBucket()
  const { client, name: Bucket } = openBucket(url)
  return {
    store: await openBlobStore(url),
    damage: async (Key) => {
      const { Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key }))
      await client.send(new PutObjectCommand({ Bucket, Key, Metadata, Body: 'approved by nobody' }))
    },
    leaveUnfinished: async () => {
      const Key = `org/1/${randomUUID()}`
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'half' }))
    },
    close: async () => client.destroy(),
  }
})

describe('an s3 bucket', () => {
  it('is made once, and making it again changes nothing', async () => {
    const url = await newBucket()
    const store = await openBlobStore(url)
    await store.put('org/1/kept', bytes('kept'))
    await provisionBucket(url)
    expect(await store.get('org/1/kept')).toEqual(bytes('kept'))
  })

  it('keeps nothing of a file whose upload breaks off in the middle', async () => {
    const url = await newBucket()
    await using proxy = await startCuttingProxy(url, 'partNumber=2')
    const store = await openBlobStore(proxy.url)
    const content = new Uint8Array(20 * 1024 * 1024)
    await expect(store.put('org/1/broken', content)).rejects.toMatchObject({ name: 'EngineUnavailable' })
    expect(await store.get('org/1/broken')).toBeNull()
    expect(await store.removeUnfinished(0)).toBe(0)
  })

  it('is closed to who has no key', async () => {
    const url = await newBucket()
    await (await openBlobStore(url)).put('org/1/secret', bytes('secret'))
    const { host, pathname } = new URL(url)
    const answers = [`http://${host}${pathname}/org/1/secret`, `http://${host}${pathname}?list-type=2`]
    for (const address of answers) expect((await fetch(address)).status).toBe(403)
  })

  it('that the public may read is refused', async () => {
    const url = await newBucket()
    const { client, name: Bucket } = openBucket(url)
    const Resource = [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`]
    const Action = ['s3:GetObject', 's3:ListBucket']
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: '*', Action, Resource }],
    })
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }))
    await expect(provisionBucket(url)).rejects.toThrow('open to the public')
  })
})

describe('an s3 store that cannot be used says why', () => {
  it.each([
    ['its bucket is missing', { pathname: '/test-nowhere' }, /bucket of the portal does not exist/],
    ['the secret is wrong', { password: 'wrong' }, /does not accept the secret|let the portal in/],
    ['the key is unknown', { username: 'nobody' }, /does not know the access key|let the portal in/],
    ['nothing listens there', { port: '9' }, /does not answer/],
  ])('%s', async (_, changed, sentence) => {
    const url = Object.assign(new URL(await newBucket()), changed).href
    const store = await openBlobStore(url)
    const failure = store.check()
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toMatchObject({ name: 'EngineUnavailable', retryAfterSeconds: 5 })
  })

  it.each(['s3://key:secret@h:1', 's3://h:1/bucket', 's3://k:s@h:1/Upper', 's3://k:s@h:1/b/c'])(
    'an address such as %s is refused before anything connects',
    async (url) => {
      await expect(openBlobStore(url)).rejects.toThrow(/^The s3 address /)
    },
  )
})

describe('an s3 store that goes away', () => {
  let url: string
  beforeAll(async () => {
    url = await newBucket()
  })
  afterEach(() => disturb('s3', 'start'))

  it('loses nothing acknowledged when it is killed among puts, and serves again without a new client', async (context) => {
    const store = await openBlobStore(url)
    const acknowledged: string[] = []
    let killed: Promise<void> | undefined
    for (let number = 0; number < 60; number += 1) {
      const key = `org/2/${number}`
      // Every tenth in parts.
      const content = new Uint8Array(number % 10 === 0 ? 9_000_000 : 40_000).fill(number)
      const isStored = await store.put(key, content).then(
        () => true,
        () => false,
      )
      if (isStored) acknowledged.push(key)
      if (number === 20) killed = disturb('s3', 'kill')
    }
    await killed
    await vi.waitFor(() => store.check(), { timeout: 90_000, interval: 100 })
    expect(acknowledged.length).toBeGreaterThan(20)
    const kept: string[] = []
    for (const key of acknowledged) if ((await store.get(key))?.[0] === Number(key.slice(6))) kept.push(key)
    await expectKept(context, acknowledged, kept)
    await store.put('org/2/after', bytes('after'))
  })

  it('is unavailable within the deadline of a service while it hangs, and stores nothing half', async () => {
    const store = await openBlobStore(url)
    await disturb('s3', 'pause')
    const before = performance.now()
    try {
      await expect(store.put('org/3/hung', bytes('hung'))).rejects.toMatchObject({
        name: 'EngineUnavailable',
      })
      expect(performance.now() - before).toBeLessThan(12_000)
    } finally {
      await disturb('s3', 'resume')
    }
    await vi.waitFor(() => store.check(), { timeout: 90_000, interval: 100 })
    expect(['hung', undefined]).toContain(
      await store
        .get('org/3/hung')
        .then((found) => (found === null ? undefined : Buffer.from(found).toString())),
    )
  })
})
