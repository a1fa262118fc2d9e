import { expect, it } from 'vitest'
import { clauseText } from './cut-passages.ts'
import { readEvidence } from './read-evidence.ts'

/** The rows that are shown for a question, of a table of which each row is nearer than the next. */
async function rowsFor(question: string, ...rows: readonly string[]) {
  const text = rows.join('\n')
  const windows = rows.slice(1).map((row, at) => {
    const start = text.indexOf(row)
    const near = 0.9 - at / 100
    return { start, end: start + row.length, similarity: near, match: near, score: 1 }
  })
  const passage = {
    id: '1',
    documentTitle: 'Rules',
    headingPath: [],
    text,
    score: 1,
    similarity: 0.9,
    windows,
  }
  const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
  const { quotes } = await readEvidence({ question, passages: [passage], compare })
  const shown = quotes.flatMap(({ cut, shown: clauses }) => clauses.map((at) => clauseText(cut, at)))
  return shown.filter((line) => rows.indexOf(line) > 0)
}

const trips = [
  'Estimated cost of the trip\tApproved by',
  'More than EUR 5,000, or any trip outside Europe\tFinance Director',
  'Up to EUR 1,500\tLine manager',
  'EUR 1,501 to EUR 5,000\tHead of department',
]

it.each([
  ['Who approves a trip of 3000 euro?', trips[3]],
  ['who approves a trip, EUR 4,999.50 in all', trips[3]],
  ['Who approves a trip of € 1,500?', trips[2]],
  ['Who approves a trip for 8.000 EUR?', trips[1]],
])('an amount is in the range of the row that is quoted: %s', async (question, row) => {
  expect(await rowsFor(question, ...trips)).toEqual([row])
})

it.each(['Who approves a trip?', 'Who approves trips between EUR 900 and EUR 9,000?'])(
  'without one amount rows of any range are quoted: %s',
  async (question) => {
    expect((await rowsFor(question, ...trips)).length).toBeGreaterThan(1)
  },
)

it('of a table the row is quoted that has the words of the question, and not its neighbour', async () => {
  const table = ['System\tKey size', 'Website certificate\t256 bits', 'Private network (VPN)\t512 bits']
  expect(await rowsFor('How long is the key for the VPN?', ...table)).toEqual([table[2]])
})
