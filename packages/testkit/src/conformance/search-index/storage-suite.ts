import { describe, expect, it } from 'vitest'
import { documentOf, queryFor, type StorageUnderTest, suiteEncoder } from './index-under-test.ts'

/** What survives a restart, what a purge leaves, and what a new encoder requires. */
export function describeStorage(current: () => StorageUnderTest): void {
  describe('storage', () => {
    it('keeps documents and revisions over a restart', async () => {
      await current().index.replaceDocument(documentOf('kept', ['badges'], { revision: 5 }))
      await current().index.replaceDocument(documentOf('removed', ['badges'], { revision: 5 }))
      await current().index.replaceDocument(documentOf('removed', [], { revision: 6 }))
      const index = await current().reopen()
      await index.prepare(suiteEncoder)
      await index.replaceDocument(documentOf('kept', ['badges'], { revision: 4 }))
      await index.replaceDocument(documentOf('removed', ['badges'], { revision: 4 }))
      const { lexical, vector } = await index.search(queryFor('badges'))
      expect(lexical.map((hit) => hit.versionId)).toEqual(['kept-v5'])
      expect(vector.map((hit) => hit.versionId)).toEqual(['kept-v5'])
    })

    it('purges one organization for good: late writes and a restart bring nothing back', async () => {
      await current().index.replaceDocument(documentOf('a', ['badges']))
      await current().index.replaceDocument(documentOf('a', ['badges'], { organizationId: 2 }))
      await current().index.search(queryFor('badges'))
      expect(await current().index.countOf(1)).toBeGreaterThanOrEqual(2)
      const ofOther = await current().index.countOf(2)
      await current().index.purge(1)
      await current().index.replaceDocument(documentOf('a', ['badges'], { revision: 7 }))
      await expectPurged()
      await (await current().reopen()).prepare(suiteEncoder)
      await current().index.replaceDocument(documentOf('b', ['badges']))
      await expectPurged()
      await current().index.purge(1)
      expect(await current().index.countOf(1)).toBe(0)
      expect(await current().index.countOf(2)).toBe(ofOther)
    })

    it('says that it serves, and no longer once closed', async () => {
      await expect(current().index.check()).resolves.toBeUndefined()
      const closed = current().index
      await current().reopen()
      await expect(closed.check()).rejects.toThrow('closed')
      await expect(closed.search(queryFor('badges'))).rejects.toThrow('closed')
    })

    it('refuses use before prepare', async () => {
      const index = await current().reopen()
      await expect(index.search(queryFor('x'))).rejects.toThrow('prepare')
    })

    it('asks for a rebuild under another encoder; until replaced, documents stay in the lexical leg only', async () => {
      await current().index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 3 }))
      await current().index.replaceDocument(documentOf('gone', [], { revision: 9 }))
      const index = await current().reopen()
      expect(await index.prepare(suiteEncoder)).toBe('ready')
      const other = { model: 'other', dimensions: suiteEncoder.dimensions }
      expect(await index.prepare(other)).toBe('rebuild')
      const before = await index.search(queryFor('visitors'))
      expect(before.lexical).toHaveLength(1)
      expect(before.vector).toHaveLength(0)
      await index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 2 }))
      expect((await index.search(queryFor('visitors'))).vector).toHaveLength(0)
      await index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 3 }))
      expect((await index.search(queryFor('visitors'))).vector).toHaveLength(1)
      expect(await index.prepare(other)).toBe('ready')
    })

    async function expectPurged(): Promise<void> {
      const { index } = current()
      expect(await index.search(queryFor('badges'))).toEqual({ lexical: [], vector: [] })
      const other = await index.search(queryFor('badges', { organizationId: 2 }))
      expect(other.lexical).toHaveLength(1)
      expect(other.vector).toHaveLength(1)
    }
  })
}
