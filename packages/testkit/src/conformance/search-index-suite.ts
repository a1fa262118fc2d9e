import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { describeConformance } from './describe-conformance.ts'
import { suiteEncoder } from './search-index/index-under-test.ts'
import { describeIsolation } from './search-index/isolation-suite.ts'
import { describeLexicalLeg } from './search-index/lexical-leg-suite.ts'
import { ownOrganizations } from './search-index/own-organizations.ts'
import { describePermissions } from './search-index/permissions-suite.ts'
import { describeReplacement } from './search-index/replacement-suite.ts'
import { describeStorage } from './search-index/storage-suite.ts'
import { describeSupposed } from './search-index/supposed-suite.ts'
import { describeVectorLeg } from './search-index/vector-leg-suite.ts'

/** Opens an index over a named storage; the same name reopens it, as after a restart. */
export type OpenStorage = (storage: string) => Promise<SearchIndex>

let lastStorage = 0

/** What every {@link SearchIndex} promises. */
export function describeSearchIndex(name: string, open: OpenStorage): void {
  describeConformance('search index', name, () => {
    describeInSharedStorage(open)
    describeInOwnStorage(open)
  })
}

// Shared: creating a storage per test takes longer than most tests.
function describeInSharedStorage(open: OpenStorage): void {
  describe('with many organizations', () => {
    let shared: SearchIndex
    let test = 0
    beforeAll(async () => {
      shared = await open(nextStorage())
      await shared.prepare(suiteEncoder)
    })
    beforeEach(() => {
      test++
    })
    afterAll(() => shared.close())
    for (const describePart of [
      describeLexicalLeg,
      describeVectorLeg,
      describePermissions,
      describeIsolation,
      describeReplacement,
      describeSupposed,
    ]) {
      describePart(() => ({ index: ownOrganizations(shared, test) }))
    }
  })
}

function describeInOwnStorage(open: OpenStorage): void {
  let index: SearchIndex
  let storage: string
  beforeEach(async () => {
    storage = nextStorage()
    index = await open(storage)
    await index.prepare(suiteEncoder)
  })
  afterEach(() => index.close())
  describeStorage(() => ({
    index,
    reopen: async () => {
      await index.close()
      index = await open(storage)
      return index
    },
  }))
}

function nextStorage(): string {
  return `suite-${process.pid}-${++lastStorage}`
}
