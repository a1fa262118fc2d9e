import { textTerms } from './text-terms.ts'

const smallWords = new Set(['of', 'and', 'the', 'for', 'in', 'to', 'on', 'or', 'a', 'an'])
const introduced = /((?:[\p{L}\p{N}&'’-]{1,40}[ \n]){2,10})\(["“”'‘’]?(\p{Lu}[\p{L}&]{1,9})["“”'‘’]?\)/gu

/**
 * Abbreviations introduced as in "Data Protection Officer (DPO)", by initials, as terms: `kyc` for
 * `know your custom`.
 */
export function minedAbbreviations(text: string): { short: string; long: string }[] {
  const found: { short: string; long: string }[] = []
  for (const [, before = '', short = ''] of text.matchAll(introduced)) {
    const long = expansion(before.trim().split(/\s+/), short)
    const [shortTerm, ...more] = textTerms(short)
    const longTerms = textTerms(long ?? '')
    if (shortTerm === undefined || more.length > 0 || longTerms.length < 2) continue
    found.push({ short: shortTerm, long: longTerms.join(' ') })
  }
  return found
}

/** The shortest run of final words whose initials, minor words skipped, spell the abbreviation. */
function expansion(words: readonly string[], short: string): string | undefined {
  const capitals = short.replaceAll(/\P{Lu}/gu, '').toLowerCase()
  if (capitals.length < 2) return undefined
  for (let start = words.length - capitals.length; start >= 0; start--) {
    const run = words.slice(start)
    if (initials(run) === capitals && !smallWords.has(run[0]?.toLowerCase() ?? '')) return run.join(' ')
  }
  return undefined
}

function initials(words: readonly string[]): string {
  const meant = words.map((word) => word.toLowerCase()).filter((word) => !smallWords.has(word))
  return meant.map((word) => word.charAt(0)).join('')
}
