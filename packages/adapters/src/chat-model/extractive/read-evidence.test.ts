import type { ComparedSpan } from '@portal/service-kit/ports/chat-model'
import { expect, it } from 'vitest'
import { clauseText } from './cut-passages.ts'
import { readEvidence } from './read-evidence.ts'

/** The evidence of one passage of which retrieval has judged all, or what begins at `start`. */
function evidenceIn(text: string, question: string, start = 0) {
  const windows = [{ start, end: text.length, similarity: 0.9, match: 0.9, score: 1 }]
  const headingPath = ['Awareness training of customers']
  const passage = {
    id: '1',
    documentTitle: 'Security',
    headingPath,
    text,
    score: 1,
    similarity: 0.9,
    windows,
  }
  return readEvidence({ question, passages: [passage], compare: async (spans) => spans.map(() => 0.9) })
}

it.each([
  ['Do customers get awareness training?', 'Customers must get awareness training.', true],
  ['Do customers get awareness training?', 'Customers may choose what is logged.', false],
  ['How many customers get awareness training?', 'It is for 12 customers.', true],
])(
  'a heading lends its words to a value, but not to a yes or no: %s %s',
  async (question, text, isInItsWords) => {
    expect(await evidenceIn(text, question)).toMatchObject({ isInItsWords })
  },
)

it.each([
  ['How long does a password have to be?', 'A password must have at least 14 characters.', true],
  ['How long does a password have to be?', 'A password must be kept for 14 days.', false],
  ['When is a password changed?', 'A password is changed every 90 days.', true],
  ['When is a password?', 'A password is changed every 90 days.', false],
])('a kind of value that few texts have counts as a word: %s %s', async (question, text, isInItsWords) => {
  expect(await evidenceIn(text, question)).toMatchObject({ isInItsWords })
})

it.each([
  ['May kids fly?', 'Kids may fly.', true],
  ['May kids fly?', 'Minors may travel on flights.', false],
])(
  'words that only mean the same are not all of the question: %s %s',
  async (question, text, isInItsWords) => {
    expect(await evidenceIn(text, question)).toMatchObject({ isInItsWords })
  },
)

it.each([
  ['Managers and buyers approve\nHe approves a supplier within 10 days', true],
  ['Managers approve it.\n\nA supplier answers within 10 days.', false],
])('lends words only to what it does not end before: %s', async (text, isInItsWords) => {
  const start = text.search(/He|A supplier/)
  const asked = 'How soon do managers approve a supplier?'
  expect(await evidenceIn(text, asked, start)).toMatchObject({ isInItsWords })
})

it.each([
  [
    '3.4 Gifts are approved by the line manager.\n\n3.5 Employees decline what suppliers offer. This lasts until the contract has been signed.',
    false,
  ],
  ['3.4 Gifts are declined.\n\n3.5 The contract has been signed by the line manager.', true],
])('has the value asked for where it is shown: %s', async (text, isInItsWords) => {
  expect(await evidenceIn(text, 'Who may sign contracts?')).toMatchObject({ isInItsWords })
})

it('knows how near the quotation is by itself, and what documents say for an everyday phrase', async () => {
  const { features } = await evidenceIn('A public place needs care.', 'And in a coffee shop?')
  expect(features.context).toBe(0.9)
  expect(features.subject).toBe(0)
  const meant = await evidenceIn('A public wireless network needs care.', 'And in a coffee shop?')
  expect(meant.features.subject).toBe(1)
})

it('a word that the question has itself says nothing of its everyday phrase', async () => {
  const question = 'Can I write my password on a sticky note?'
  const other = await evidenceIn('Applications must not store passwords in plain text.', question)
  expect(other.features.subject).toBeLessThan(0.5)
  const rule = await evidenceIn('Passwords must not be stored in written notes.', question)
  expect(rule.features.subject).toBe(1)
})

it('knows how near the words of the best quotation are without its titles', async () => {
  const text = 'A visitor is accompanied.'
  const windows = [{ start: 0, end: text.length, similarity: 0.9, match: 0.9, score: 1 }]
  const passage = { id: '1', documentTitle: 'Visitors', headingPath: [], text, score: 1, similarity: 0.9 }
  const compare = async (spans: readonly ComparedSpan[]) =>
    spans.map(({ isAlone, end }) => (isAlone && end === text.length ? 0.7 : 0.9))
  const request = { question: 'May a visitor walk alone?', passages: [{ ...passage, windows }], compare }
  expect((await readEvidence(request)).features).toMatchObject({ context: 0.9, alone: 0.7 })
})

it.each([
  ['May visitors smoke?', 'Visitors must not smoke.', 1],
  ['May visitors smoke?', 'Visitors may smoke.', 0],
  ['May visitors smoke?', 'Animals must not eat.', 0],
  ['May visitors smoke?', 'The following is prohibited in the plant:\n\n- Smoking by visitors.', 1],
  ['Where do visitors smoke?', 'Visitors must not smoke.', 0],
])('knows whether it forbids what somebody asks permission for: %s %s', async (question, text, forbids) => {
  expect((await evidenceIn(text, question)).features).toMatchObject({ forbids })
})

it.each([
  ['Who cleans the dock?', 'The dock is cleaned by the shift lead.', { somebody: 1, quantity: 0 }],
  ['How often is the dock cleaned?', 'The dock is cleaned every week.', { somebody: 0, quantity: 1 }],
  ['When is the dock cleaned?', 'The dock is cleaned at night.', { somebody: 0, quantity: 1 }],
  ['May I clean the dock?', 'The dock must not be cleaned.', { somebody: 0, quantity: 0 }],
  ['What do I do with the dock?', 'The dock is cleaned.', { somebody: 0, quantity: 0 }],
])('knows what a question asks for: %s', async (question, text, asked) => {
  expect((await evidenceIn(text, question)).features).toMatchObject(asked)
})

it('knows in how many of the best windows the value asked for is', async () => {
  const texts = ['The dock is cleaned every week.', 'The dock is cleaned by hand.']
  const passages = texts.map((text, at) => ({
    id: String(at),
    documentTitle: 'Docks',
    headingPath: [],
    text,
    score: 1,
    similarity: 0.9,
    windows: [{ start: 0, end: text.length, similarity: 0.9, match: 0.9, score: 1 }],
  }))
  const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
  const { features } = await readEvidence({ question: 'How often is the dock cleaned?', passages, compare })
  expect(features.common).toBe(0.5)
})

it.each([
  ['A truck came without a record. What do we do?', /^2\. A delivery without/],
  ['A truck came and its record is bad. What do we do?', /^3\. If the record/],
])('what is missing decides where somebody says that it is: %s', async (question, words) => {
  const text =
    '2. A delivery without a readable record is set aside. 3. If the record of a truck that came is bad, the shift lead is told.'
  const { quotes } = await evidenceIn(text, question)
  const [best] = quotes
  expect(best && clauseText(best.cut, best.decides)).toMatch(words)
})

it.each([
  ['Can I keep my lunch in the cold store?', /^4\.2 Food and drink/],
  ['Can I leave the door of the cold store open?', /^4\.1 Doors/],
])(
  'of two rules that are near, the one that says more of a permission asked for leads: %s',
  async (question, words) => {
    const first = '4.1 Doors of the cold store stay open for two minutes.'
    const text = `${first}\n\n4.2 Food and drink is not kept in the rooms.`
    const start = first.length + 2
    const scored = (from: number, end: number, similarity: number) => ({
      ...{ start: from, end, similarity, match: 0.8, score: 1 },
    })
    const windows = [scored(0, first.length, 0.9), scored(start, text.length, 0.85)]
    const passage = { id: '1', documentTitle: 'Cold chain', headingPath: [], text, score: 1, similarity: 0.9 }
    const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
    const { quotes } = await readEvidence({ question, passages: [{ ...passage, windows }], compare })
    const [best] = quotes
    expect(best && clauseText(best.cut, best.decides)).toMatch(words)
  },
)

it('the rule that has the value decides, where the nearest one of a window lacks it', async () => {
  const nearest = '4.1 The length of parental leave follows national law.'
  const withValue = '4.2 We pay the parental benefit for a maximum of 26 weeks. This holds for each child.'
  const text = `${nearest}\n\n${withValue}`
  const scored = (start: number, end: number, similarity: number) => ({
    ...{ start, end, similarity, match: similarity, score: 1 },
  })
  const after = nearest.length + 2
  const windows = [
    scored(0, text.length, 0.9),
    scored(0, nearest.length, 0.89),
    scored(after, text.indexOf(' This'), 0.8),
    scored(text.indexOf('This'), text.length, 0.7),
  ]
  const passage = {
    id: '1',
    documentTitle: 'Leave',
    headingPath: [],
    text,
    score: 1,
    similarity: 0.9,
    windows,
  }
  const question = 'How many days of parental leave can I take?'
  const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
  const { quotes } = await readEvidence({ question, passages: [passage], compare })
  expect(quotes[0]).toMatchObject({ decides: 1, shown: [1, 2] })
})

it('what a document asks its reader decides nothing', async () => {
  const text = 'What happens to those who pay a bribe?'
  expect((await evidenceIn(text, 'What happens if I pay a bribe?')).quotes).toEqual([])
  const followed = await evidenceIn(`${text} They lose their position.`, 'What happens if I pay a bribe?')
  expect(followed.quotes.map(({ decides }) => decides)).toEqual([1])
})

it('whom to tell leads before whom somebody else tells, where both are about as near', async () => {
  const row = 'Fire or smoke\tFire alarm, then site security'
  const crisis = '7.1 In case of fire, site security calls the crisis team.'
  const rows = `${row}\nTheft\tPolice, +46 31 390 06 12`
  const text = `What happened\tReport to\n${rows}\n\n${crisis}`
  const at = (words: string, similarity: number) => {
    const start = text.indexOf(words)
    return { start, end: start + words.length, similarity, match: 0.9, score: 1 }
  }
  const windows = [at(crisis, 0.9), at(rows, 0.88), at(row, 0.87)]
  const judged = { headingPath: [], text, score: 1, similarity: 0.9, windows }
  const { quotes } = await readEvidence({
    question: 'Whom do I call if there is a fire?',
    passages: [{ id: '1', documentTitle: 'Incidents', ...judged }],
    compare: async (spans) => spans.map(() => 0.9),
  })
  expect(quotes.map(({ cut, decides }) => clauseText(cut, decides))).toEqual([row, crisis])
})

/** Quotations of one passage of these sentences, each a window by itself and all together. */
async function quotedOf(question: string, sentences: readonly string[], near: readonly number[]) {
  const text = sentences.join('\n\n')
  const windows = [...sentences, text].map((words, at) => {
    const start = text.indexOf(words)
    const similarity = near[at] ?? 0.9
    return { start, end: start + words.length, similarity, match: similarity, score: 1 }
  })
  const of = { documentTitle: 'Rules', headingPath: [], text, score: 1, similarity: 0.9, windows }
  const compare = async (spans: readonly unknown[]) => spans.map(() => 0.9)
  const { quotes, features } = await readEvidence({ question, passages: [{ id: '1', ...of }], compare })
  const found = quotes.map(({ window: { first, last } }) => [first, last])
  return { quotes: quotes.map(({ cut, decides }) => clauseText(cut, decides)), found, value: features.value }
}

it('a time of one rule is none for what another rule is about', async () => {
  const breach = 'A breach may lead to a warning.'
  const confirmed = 'Everyone confirms within 14 days that they have read it.'
  const asked = 'How soon does the authority hear of a breach?'
  const spoken = await quotedOf(asked, [breach, confirmed], [0.8, 0.6, 0.9])
  expect(spoken.quotes[0]).toBe(breach)
  expect(spoken.value).toBeLessThan(0.5)
  const nearer = await quotedOf(asked, [breach, confirmed], [0.6, 0.8, 0.9])
  expect(nearer.found).not.toContainEqual([0, 1])
  const both = 'The authority hears of a breach within 72 hours.'
  expect((await quotedOf(asked, [breach, both], [0.6, 0.8, 0.9])).quotes[0]).toBe(both)
})

it('where the holder of an office is reached leads before what the holder does', async () => {
  const does = 'The Data Protection Officer checks twice a year that data has been deleted.'
  const reached = 'The Data Protection Officer answers: privacy@acme.example.'
  const { quotes } = await quotedOf('Who is the Data Protection Officer?', [does, reached], [0.9, 0.86, 0.5])
  expect(quotes[0]).toBe(reached)
})
