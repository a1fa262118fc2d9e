import { execFileSync } from 'node:child_process'

/**
 * The commit of the working directory, short; with `-dirty` if the checkout has more than that, in
 * which case figures do not count. Throws outside a git checkout.
 */
export function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const isDirty = git('status', '--porcelain', '--', ':/', ':(top,exclude)bench/results') !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${isDirty ? '-dirty' : ''}`
}

/**
 * Replaces or adds one section in the text of a results file. A section is identified by the first
 * word of its heading, and sections are sorted by it. `title` is the text above the first section.
 */
export function withSection(text: string, section: string, title: string): string {
  const nameOf = (one: string) => /^\S+/.exec(one)?.[0] ?? ''
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((one) => [nameOf(one), one.trimEnd()] as const),
  )
  sections.set(nameOf(section), section.trimEnd())
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => `## ${one}`)
  return `${[title, ...sorted].join('\n\n')}\n`
}
