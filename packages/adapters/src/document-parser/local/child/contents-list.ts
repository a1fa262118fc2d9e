/** Fewer lines that come again further down are headed alike by chance. */
const entriesMin = 3
/** Dots, or a wide space, and the number of a page. */
const leader = /(?:(?:[.·…_] ?){3,}| {2,}|\t) *\d{1,4}$/
const clauseNumber = /^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/

/**
 * Which lines are entries of a list of contents: several in a row, all of which come again further
 * down, each on its own and in the same order. A line that cannot be a title is passed as null.
 */
export function contentsEntries(lines: readonly (string | null)[]): boolean[] {
  const again = nextPositions(lines)
  const entries = lines.map(() => false)
  for (let start = 0; start < lines.length; ) {
    const end = endOfRun(again, start)
    if (end - start >= entriesMin) entries.fill(true, start, end)
    start = Math.max(end, start + 1)
  }
  return entries
}

/** The position at which each line comes next; 0 where it does not. */
function nextPositions(lines: readonly (string | null)[]): number[] {
  const positions = new Map<string, number>()
  const next = lines.map(() => 0)
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const title = line === null ? '' : titleOf(line)
    if (title === '') continue
    next[at] = positions.get(title) ?? 0
    positions.set(title, at)
  }
  return next
}

/** The lines from `start` on that come again after all of them, in their order. */
function endOfRun(again: readonly number[], start: number): number {
  const first = again[start] ?? 0
  let end = start
  for (let last = 0; (again[end] ?? 0) > last && first > end; end++) last = again[end] ?? 0
  return end
}

function titleOf(line: string): string {
  return line.trim().replace(leader, '').replace(clauseNumber, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
