/** A term of an index and how many passages have it. */
export interface KnownTerm {
  readonly term: string
  readonly frequency: number
}

const lettersMin = 4
/** From this length on, two edits are one misspelling. */
const twoEditsMin = 8

/** How many edits may lie between a term and what it was meant to be; 0: it is not repaired. */
export function editsOf(term: string): number {
  if (!/^\p{L}+$/u.test(term) || term.length < lettersMin) return 0
  return term.length >= twoEditsMin ? 2 : 1
}

/**
 * The known term that a misspelt one was most likely meant to be: within its edits, beginning with
 * the same letter, the nearest, of equals the most frequent.
 */
export function repairedTerm(term: string, known: Iterable<KnownTerm>): string | undefined {
  const editsMax = editsOf(term)
  let best: (KnownTerm & { readonly edits: number }) | undefined
  for (const candidate of known) {
    if (candidate.term[0] !== term[0] || !/^\p{L}+$/u.test(candidate.term)) continue
    const edits = editsBetween(term, candidate.term, editsMax)
    if (edits > editsMax) continue
    const isBetter =
      !best || edits < best.edits || (edits === best.edits && candidate.frequency > best.frequency)
    if (isBetter) best = { ...candidate, edits }
  }
  return best?.term
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two words (optimal string
 * alignment; Damerau 1964), or more than `most`.
 */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)]
      row[j] = Math.min(...steps, isSwap ? (before[j - 2] ?? 0) + 1 : most + 1)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}
