import type { AnswerPart } from './split-marks.ts'

/** Runs of an answer's text that are drawn together; `isKept`: on one line. */
export interface AnswerGroup<Run extends AnswerPart> {
  readonly key: string
  readonly isKept: boolean
  readonly runs: readonly Run[]
}

/** Of a word and of marks in a row: more might not fit on one line of a phone. */
const wordMax = 12
const marksMax = 3

/** The last word of a text, or its end, with the blanks after it; not before a line break. */
const lastWord = new RegExp(`\\S{1,${wordMax}}[^\\S\\n]*$`, 'u')

/**
 * Groups the runs of an answer's text, without loss: a mark is on the line of the word before it,
 * and the marks in a row with it. A browser breaks lines before a mark even at a no-break space.
 */
export function keepMarks<Run extends AnswerPart>(runs: readonly Run[]): AnswerGroup<Run>[] {
  const groups: Run[][] = []
  let loose: Run[] = []
  for (const run of runs) {
    const kept = groups.at(-1)
    if (run.citation === null) {
      loose.push(run)
    } else if (kept && hasRoom(kept) && loose.every(isBlank)) {
      kept.push(...loose, run)
      loose = []
    } else {
      const word = takeLastWord(loose)
      if (loose.length > 0) groups.push(loose)
      groups.push([...word, run])
      loose = []
    }
  }
  if (loose.length > 0) groups.push(loose)
  return groups.map((group) => ({ key: group[0]?.key ?? '', isKept: group.some(isMark), runs: group }))
}

function isMark({ citation }: AnswerPart): boolean {
  return citation !== null
}

function isBlank({ text }: AnswerPart): boolean {
  return /^[^\S\n]*$/.test(text)
}

function hasRoom(group: readonly AnswerPart[]): boolean {
  const marks = group.filter(isMark).length
  return marks > 0 && marks < marksMax
}

/** Takes the last word away from the end of the runs, with the blanks after it. */
function takeLastWord<Run extends AnswerPart>(runs: Run[]): Run[] {
  const taken: Run[] = []
  for (let run = runs.pop(); run; run = runs.pop()) {
    if (isBlank(run)) {
      taken.unshift(run)
      continue
    }
    const at = run.text.search(lastWord)
    const [before, word] = at < 0 ? [run.text, ''] : [run.text.slice(0, at), run.text.slice(at)]
    if (before !== '') runs.push({ ...run, text: before })
    if (word !== '') taken.unshift({ ...run, key: `${run.key}w`, text: word })
    break
  }
  return taken
}
