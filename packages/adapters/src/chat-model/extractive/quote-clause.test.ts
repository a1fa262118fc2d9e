import { expect, it } from 'vitest'
import { clauseText } from './cut-passages.ts'
import { readEvidence } from './read-evidence.ts'

/** What is shown of one passage of which retrieval found the clauses from these words on. */
async function shownOf(text: string, question: string, found: string) {
  const start = text.indexOf(found)
  const end = start + found.length
  const windows = [{ start, end, similarity: 0.9, match: 0.9, score: 1 }]
  const judged = { headingPath: [], score: 1, similarity: 0.9, windows }
  const passage = { id: '1', documentTitle: 'Incidents', text, ...judged }
  const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
  const { quotes } = await readEvidence({ question, passages: [passage], compare })
  return quotes.map(({ cut, shown }) => shown.map((at) => clauseText(cut, at)))
}

const header = 'What happened\tReport to'
const loss = 'Lost device or phishing\tIT security, +46 31 390 06 12'
const leak = 'Data sent to the wrong person\tIT security, +46 31 390 06 12'
const spill = 'Spill of a chemical\tLine manager, +46 31 390 06 99'
const table = [header, loss, spill, leak].join('\n')

it.each([
  ['Whom do I tell about a security incident?', [header, loss, leak]],
  ['How soon do I report a security incident?', [header, leak]],
])(
  'a table names all that goes to one address, where somebody asks whom to tell: %s',
  async (question, shown) => {
    expect(await shownOf(table, question, leak)).toEqual([shown])
  },
)

it('a table is shown whole where the question names its column and none of its rows', async () => {
  expect(await shownOf(table, 'What is the report of an incident?', leak)).toEqual([
    [header, loss, spill, leak],
  ])
  const long = [header, ...Array(20).fill(spill), leak].join('\n')
  expect(await shownOf(long, 'What is the report of an incident?', leak)).toEqual([[header, leak]])
})

it('the sentence that announces a table names what all of its rows are about', async () => {
  const leadIn = "3.2 A doctor's note is sent as follows:"
  const rows = ['Site\tFrom', 'Oslo\tFourth day', 'Lyon\tFirst day']
  const text = `${leadIn}\n\n${rows.join('\n')}`
  expect(await shownOf(text, "When do I need a doctor's note?", rows[2] ?? '')).toEqual([[leadIn, ...rows]])
})

it.each([
  ['4.3 Results of such assistants are checked by a person.', 2],
  ['4.3 Results are checked by a person.', 1],
])('what is said of such things is shown after what they are: %s', async (rule, clauses) => {
  const text = `4.2 Approved assistants are listed in the catalogue.\n\n${rule}`
  const [shown = []] = await shownOf(text, 'May I use an assistant for results?', rule)
  expect(shown).toHaveLength(clauses)
  expect(shown.at(-1)).toBe(rule)
})

const steps = ['1.1 Call 112 first.', '1.2 Help injured people.', '1.3 Leave the place as it is.']

it.each([
  ['There was an accident. What do I do?', steps.slice(0, 2)],
  ['Who helps injured people?', steps.slice(1, 2)],
])('who asks what to do begins with the first step: %s', async (question, shown) => {
  expect(await shownOf(steps.join('\n\n'), question, steps[1] ?? '')).toEqual([shown])
})

it('of neighbouring rows that are as near, the one with the words of the question decides', async () => {
  const rows = ['Fire or smoke\tSite security', 'Theft or threat\tSite security', 'Spill\tLine manager']
  const text = [header, ...rows].join('\n')
  const [shown] = await shownOf(text, 'My bag was stolen', rows.join('\n'))
  expect(shown).toEqual([header, rows[1]])
})
