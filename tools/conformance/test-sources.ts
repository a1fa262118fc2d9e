import { existsSync, readFileSync } from 'node:fs'
import type { TestSources } from './check-rows.ts'
import { readTestTitles } from './read-test-titles.ts'

/** The tests of this checkout, each file read once. */
export function testSources(): TestSources {
  const texts = new Map<string, string | null>()
  const known = new Map<string, readonly string[]>()
  const read = (file: string) => {
    const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
    texts.set(file, text)
    return text
  }
  return {
    titles: (file) => {
      const text = read(file)
      if (text === null) return null
      const titles = known.get(file) ?? readTestTitles(file, text)
      known.set(file, titles)
      return titles
    },
    // Quotes within quotes are escaped in sources; texts may be broken over lines there.
    text: (file) => (read(file) ?? '').replaceAll("\\'", "'").replace(/' \+\s+'/g, ''),
  }
}
