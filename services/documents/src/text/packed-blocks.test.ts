import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOffThread } from './cut-off-thread.ts'
import { cutText } from './cut-text.ts'
import { packBlocks, unpackBlocks } from './packed-blocks.ts'

const block: fc.Arbitrary<ParsedBlock> = fc.record(
  {
    kind: fc.constantFrom('heading', 'paragraph', 'list-item', 'table'),
    text: fc.string({ unit: 'binary' }),
    level: fc.integer({ min: 1, max: 6 }),
    page: fc.integer({ min: 1, max: 5000 }),
  },
  { requiredKeys: ['kind', 'text'] },
)

test('blocks are unpacked as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block), async (blocks) => {
      expect(unpackBlocks(structuredClone(await packBlocks(blocks)))).toEqual(blocks)
    }),
  )
})

test('a text too long for the thread of requests is cut as any other', async () => {
  const blocks = Array.from({ length: 20_000 }, (_, index): ParsedBlock => {
    const text = `Section ${index}: records are kept for ${index % 30} years.`
    return index % 100 === 0 ? { kind: 'heading', text, level: 2, page: 1 } : { kind: 'paragraph', text }
  })
  expect(await cutOffThread(blocks)).toEqual(cutText(blocks))
})
