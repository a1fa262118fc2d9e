import { randomBytes } from 'node:crypto'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { HeadStore } from './head-store.ts'
import { auditKeys } from './signed-head.ts'

/** A store of signed heads as tests use it. */
export interface HeadsUnderTest {
  readonly heads: HeadStore
  readonly folder: string
  close(): Promise<void>
}

/** Opens one in a folder of the test's own, with a key of its own. */
export async function openHeadsUnderTest(): Promise<HeadsUnderTest> {
  const { blobs, ...rest } = await openTemporaryBlobs()
  return { ...rest, heads: new HeadStore(blobs, auditKeys(randomBytes(32))) }
}
