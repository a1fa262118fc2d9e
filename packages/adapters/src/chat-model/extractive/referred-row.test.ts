import { expect, it } from 'vitest'
import { clauseText } from './cut-passages.ts'
import { readEvidence } from './read-evidence.ts'

const rule =
  '5.3 Meals on trips are covered by the daily allowance in Appendix A, cut by 20 percent for a breakfast.'
const header = 'Destination\tHotel\tFull day'
const rows = ['Sweden, Norway\tEUR 170\tEUR 62', 'Germany, Austria\tEUR 150\tEUR 50']
const table = [header, ...rows].join('\n')

function passage(id: string, heading: string, text: string, parts: readonly string[], near: number) {
  const windows = parts.map((part) => {
    const start = text.indexOf(part)
    return { start, end: start + part.length, similarity: near, match: near, score: 1 }
  })
  const of = {
    documentTitle: 'Travel',
    headingPath: [heading],
    position: { documentId: 'travel', start: Number(id) },
  }
  return { ...of, id, text, score: near, similarity: near, windows }
}

async function quoted(question: string, heading = 'Appendix A. Rates', said = rule) {
  const passages = [
    passage('1', '5. Meals', said, [said], 0.9),
    passage('2', heading, table, rows, 0.6),
    passage(
      '3',
      '6. Claims',
      'A claim of EUR 9 for an allowance is paid.',
      ['A claim of EUR 9 for an allowance is paid.'],
      0.7,
    ),
  ]
  const compare = async (spans: readonly { passageId: string }[]) =>
    spans.map(({ passageId }) => (passageId === '1' ? 0.9 : 0.7))
  const { quotes, isInItsWords } = await readEvidence({ question, passages, compare })
  return { quotes: quotes.map(({ cut, decides }) => clauseText(cut, decides)), isInItsWords }
}

it('a rule that names its table is read with the one row that has the rest of the question', async () => {
  const { quotes, isInItsWords } = await quoted('What is the daily allowance in Germany?')
  expect(quotes.slice(0, 2)).toEqual([rule, rows[1]])
  expect(isInItsWords).toBe(true)
})

it('a section is named by its number', async () => {
  const said = 'The daily allowance is set out in section 7 for each land.'
  const found = (heading: string) => quoted('What is the daily allowance in Germany?', heading, said)
  expect((await found('7. Rates')).quotes[1]).toBe(rows[1])
  expect((await found('70. Rates')).isInItsWords).toBe(false)
})

it.each([
  ['What is the daily allowance in Japan?', 'Appendix A. Rates'],
  ['What is the daily allowance in Germany?', 'Appendix B. Rates'],
  ['May I have a daily allowance in Germany?', 'Appendix A. Rates'],
])('no row of another table, and none that has no more of the question: %s %s', async (question, heading) => {
  const { quotes, isInItsWords } = await quoted(question, heading)
  expect(quotes[1]).not.toBe(rows[1])
  expect(isInItsWords).toBe(false)
})
