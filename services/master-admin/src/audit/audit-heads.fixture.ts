import { randomBytes } from 'node:crypto'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { auditKeys, HeadStore } from './head-store.ts'

/** A store of signed heads for tests. */
export interface HeadsUnderTest {
  readonly heads: HeadStore
  readonly folder: string
  close(): Promise<void>
}

/** Opens one in a temporary folder with its own key. */
export async function openHeadsUnderTest(): Promise<HeadsUnderTest> {
  const { blobs, ...rest } = await openTemporaryBlobs()
  return { ...rest, heads: new HeadStore(blobs, auditKeys(randomBytes(32))) }
}
