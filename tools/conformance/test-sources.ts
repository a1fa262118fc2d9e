import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestSources } from './check-rows.ts'
import { readTestTitles } from './read-test-titles.ts'

/** The tests of this checkout, each file read once; a `*.journey.ts` with the steps it imports. */
export function testSources(): TestSources {
  const texts = new Map<string, string | null>()
  const known = new Map<string, readonly string[]>()
  const read = (file: string) => {
    const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
    texts.set(file, text)
    return text
  }
  const parts = (file: string) =>
    [file, ...journeysIn(file, read(file) ?? '')].map((part) => [part, read(part) ?? ''] as const)
  return {
    titles: (file) => {
      if (read(file) === null) return null
      const titles = known.get(file) ?? parts(file).flatMap(([part, text]) => readTestTitles(part, text))
      known.set(file, titles)
      return titles
    },
    // Quotes within quotes are escaped in sources; texts may be broken over lines there.
    text: (file) =>
      parts(file)
        .map(([, text]) => text)
        .join('\n')
        .replaceAll("\\'", "'")
        .replace(/' \+\s+'/g, ''),
  }
}

/** The files whose steps a journey takes. */
function journeysIn(file: string, text: string): string[] {
  if (!file.endsWith('.journey.ts')) return []
  return [...text.matchAll(/import \{ describe\w+ \} from '(\.\/[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  )
}
