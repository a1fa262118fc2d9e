/**
 * Shares of a reference's characters, and of its sequences of three, that a text has as well. The
 * sequences are those without bullets, which the reference lacks where pages draw them as shapes.
 */
export function foundShare(reference: string, text: string): { share: number; sequences: number } {
  const [wanted, found] = [bare(reference), bare(text)]
  const [before, after] = [wanted, found].map((all) => all.replaceAll('•', ''))
  return { share: common(wanted, found, 1), sequences: common(before ?? '', after ?? '', 3) }
}

/** Without white space, line-end hyphens and invisible characters; ligatures as letters. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<=\p{L})[-\u2010\u00ad]\s*[\r\n]\s*/gu, '')
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]+/gu, '')
}

function common(wanted: string, found: string, length: number): number {
  const [left, right] = [countOf(wanted, length), countOf(found, length)]
  let all = 0
  let hits = 0
  for (const [piece, count] of left) {
    all += count
    hits += Math.min(count, right.get(piece) ?? 0)
  }
  return all === 0 ? 1 : hits / all
}

function countOf(text: string, length: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + length <= text.length; at++) {
    const piece = text.slice(at, at + length)
    counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  return counts
}
