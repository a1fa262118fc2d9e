/**
 * Joins the lines of a paragraph. A line-end hyphen that only breaks a word is dropped; one that
 * belongs to the word ("user-generated") stays with its line end, so that the text equals the
 * file's but for white space and line-end hyphens.
 */
export function joinLines(lines: readonly string[], breaks: WordBreaks): string {
  return lines.reduce((text, line) => {
    if (text === '' || line === '') return text + line
    const word = wordAcross(text, line)
    if (word === null)
      return betweenIdeographs.test(text.slice(-1) + line.slice(0, 1)) ? text + line : `${text} ${line}`
    return breaks(word) ? text.slice(0, -1) + line : `${text}\n${line}`
  }, '')
}

/** Joins the lines of a table's cell, where a line end would begin a row. */
export function joinCell(lines: readonly string[], breaks: WordBreaks): string {
  return joinLines(lines, breaks)
    .replace(/(?<=[\p{L}\p{N}][-\u2010])\n/gu, '')
    .replaceAll('\n', ' ')
}

/** Chinese and Japanese are written without spaces, so a line's end is none. */
const betweenIdeographs =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]{2}$/u

/** Whether the line-end hyphen of a word only breaks it. */
export type WordBreaks = (word: WordAcross) => boolean

/** The halves of a word around a line end, in lower case. `soft` hyphens are always invisible. */
interface WordAcross {
  readonly before: string
  readonly after: string
  readonly hyphen: 'soft' | 'between-letters' | 'other'
}

/** Above this share of hyphenated line ends, the document was typeset with broken words. */
const typesetShare = 0.015
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}'’-]*[\p{L}\p{N}])?/gu

/** Learns how a document writes its words where no line ends. */
export function learnWordBreaks(lines: readonly string[]): WordBreaks {
  const written = new Set<string>()
  let hyphens = 0
  lines.forEach((line, index) => {
    if (wordAcross(line, lines[index + 1] ?? '')?.hyphen === 'between-letters') hyphens++
    const continues = /[-\u2010\u00ad]$/.test(lines[index - 1] ?? '')
    const words = line.toLowerCase().match(wordPattern) ?? []
    for (const word of words.slice(continues ? 1 : 0, /[-\u2010\u00ad]$/.test(line) ? -1 : undefined))
      written.add(word)
  })
  const isTypeset = hyphens > lines.length * typesetShare
  return ({ before, after, hyphen }) => {
    if (hyphen !== 'between-letters') return hyphen === 'soft'
    if (written.has(before + after)) return true
    if (written.has(`${before}-${after}`)) return false
    return isTypeset && !(written.has(before) && written.has(after))
  }
}

/** Longer runs are not words; searching them would be quadratic in the line's length. */
const wordLengthMax = 60

/** Any line-end hyphen, even a dash, keeps its line end: one line or two is not ours to decide. */
function wordAcross(line: string, next: string): WordAcross | null {
  const end = /(\p{L}*)([-\u2010\u00ad])$/u.exec(line.slice(-wordLengthMax))
  if (end === null) return null
  const [, before = '', hyphen] = end
  const after = /^[\p{L}'’]+/u.exec(next)?.[0] ?? ''
  const isBetween = /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(after)
  const kind = hyphen === '\u00ad' ? 'soft' : isBetween ? 'between-letters' : 'other'
  return { before: before.toLowerCase(), after: after.toLowerCase(), hyphen: kind }
}
