import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readPageFiles } from './page-assets.ts'

it('every token that the pages use comes with their style sheet', async () => {
  const { stylesheet, files } = await readPageFiles()
  const css = files.get(stylesheet)?.content.toString() ?? ''
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const defined = new Set([...css.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name))
  expect(used.size).toBeGreaterThan(40)
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
})

it('no page sets a literal colour', async () => {
  const css = await readFile(new URL('./identity.css', import.meta.url), 'utf8')
  expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|oklch|rgb\(|hsl\(/i)
})
