import { randomBytes, randomUUID } from 'node:crypto'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { provisionBucket } from '@portal/adapters/blob-store/s3/provision-bucket'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'
import { auditKeys, HeadStore } from './head-store.ts'

const patience = { timeout: 90_000, interval: 200 }
let heads: HeadStore
let under: ServiceUnderTest

beforeAll(async () => {
  const url = Object.assign(new URL(await engineUrl('s3')), { pathname: `/test-${randomUUID().slice(0, 8)}` })
  await provisionBucket(url.href)
  heads = new HeadStore(await openBlobStore(url.href), auditKeys(randomBytes(32)))
  under = await startUnderTest(masterAdmin, { ports: portsWith(heads) })
})
afterAll(async () => {
  await disturb('s3', 'start')
  await under.stop()
})

function joined(): Promise<void> {
  return under.bus.publish('team', [
    {
      specversion: '1.0',
      id: uuidV7(),
      source: 'team',
      type: 'member.joined',
      dataversion: 1,
      subject: 'someone',
      time: new Date().toISOString(),
      organizationid: 7,
      partitionkey: '7/someone',
      data: {},
    },
  ])
}

const signedUpTo = (sequence: number) =>
  vi.waitFor(async () => expect((await heads.newest('7'))?.head?.sequence).toBe(sequence), patience)

it('heads lie in a bucket, the newest alone; while it is away the trail goes on, and its head catches up', {
  timeout: 200_000,
}, async () => {
  await joined()
  await signedUpTo(1)
  await joined()
  await signedUpTo(2)
  expect((await heads.newestOfAll()).map(({ key }) => key)).toEqual(['audit-heads/7/0000000000000002'])
  await disturb('s3', 'stop')
  await joined()
  await vi.waitFor(() => expect(under.logLines.join('')).toContain('heads of the audit trail wait'), patience)
  await joined()
  await disturb('s3', 'start')
  await signedUpTo(4)
})
