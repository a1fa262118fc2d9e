import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { afterEach, beforeEach, describe } from 'vitest'
import { type IndexUnderTest, suiteEncoder } from './search-index/index-under-test.ts'
import { describeIsolation } from './search-index/isolation-suite.ts'
import { describeLexicalLeg } from './search-index/lexical-leg-suite.ts'
import { describePermissions } from './search-index/permissions-suite.ts'
import { describeReplacement } from './search-index/replacement-suite.ts'
import { describeStorage } from './search-index/storage-suite.ts'
import { describeVectorLeg } from './search-index/vector-leg-suite.ts'

/** Opens an index over a storage of this name: the same name again is the same storage, as after a restart. */
export type OpenStorage = (storage: string) => Promise<SearchIndex>

let lastStorage = 0

/** What every {@link SearchIndex} must keep. */
export function describeSearchIndex(name: string, open: OpenStorage): void {
  describe(`${name} as a search index`, () => {
    let index: SearchIndex
    let storage: string
    beforeEach(async () => {
      storage = `suite-${process.pid}-${++lastStorage}`
      index = await open(storage)
      await index.prepare(suiteEncoder)
    })
    afterEach(() => index.close())
    const current = (): IndexUnderTest => ({
      index,
      reopen: async () => {
        await index.close()
        index = await open(storage)
        return index
      },
    })
    for (const describePart of [
      describeLexicalLeg,
      describeVectorLeg,
      describePermissions,
      describeIsolation,
      describeReplacement,
      describeStorage,
    ]) {
      describePart(current)
    }
  })
}
