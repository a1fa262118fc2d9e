import { expect, it } from 'vitest'
import { textOf } from './read-text.ts'

const rule = 'They are inspected every month.'

/** The hash of the only passage of a text. */
function hashOf(heading: string | null, text: string): string | undefined {
  const above = heading === null ? [] : [{ kind: 'heading', text: heading, level: 1 } as const]
  const { passages } = textOf({ blocks: [...above, { kind: 'paragraph', text }], parser: 'test' })
  expect(passages).toHaveLength(1)
  return passages[0]?.contentHash
}

it('the same words are encoded once below the same heading, and anew below another', () => {
  expect(hashOf('Lorries', rule)).toBe(hashOf('Lorries', rule))
  const hashes = [
    hashOf('Lorries', rule),
    hashOf('Cranes', rule),
    hashOf(null, rule),
    hashOf(null, `Lorries: ${rule}`),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})
