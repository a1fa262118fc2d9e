import { otherWords } from '@portal/ranking/analysis/everyday-words'

const kinUnits = 5

/** Whether words hold a term, one that begins like it, or another word for it. */
export function hasWord(held: ReadonlySet<string>, term: string): boolean {
  return [term, ...otherWords([term])].some((word) => isIn(held, word))
}

function isIn(held: ReadonlySet<string>, term: string): boolean {
  if (held.has(term)) return true
  if (term.length <= kinUnits) return false
  const beginning = term.slice(0, kinUnits)
  return [...held].some((other) => other.startsWith(beginning))
}
