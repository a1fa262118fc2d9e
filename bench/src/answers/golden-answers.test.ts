import { chatApi } from '@portal/contracts/chat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GoldenQuestion, readGolden } from '../golden/golden-questions.ts'
import { mainFigures } from './answers-report.ts'
import { shownText } from './judge-reply.ts'
import { type MeasuredAnswers, measureAnswers } from './measure-answers.ts'
import { share } from './measures.ts'
import { corpusPlan, demoPlan, organizations, type PlannedDocument } from './planned-documents.ts'
import { startAnsweringUnderTest } from './services-under-test.fixture.ts'

/** An organization whose policies differ in their subject alone, as `npm run load` makes them. */
const recordsOrganization = 4

function recordsPlan(): PlannedDocument[] {
  return ['Payroll', 'Training', 'Visitor', 'Calibration'].map((kind) => {
    const text = [
      `${kind} records`,
      `${kind} records are kept for 7 years after the end of the year in which they were made.`,
      `The head of the department checks once a year that ${kind.toLowerCase()} records are complete.`,
    ].join('\n\n')
    const file = `${kind}.txt`
    const version = { file, fileName: file, content: Buffer.from(text), state: 'in force' } as const
    return {
      title: `${kind} records`,
      organizationId: recordsOrganization,
      visibleTo: [],
      versions: [version],
    }
  })
}

/** Organizations of one sentence each, and what is asked of it. */
const sentences = [
  [5, 'Bicycles', 'Bicycles are parked in the rack behind building B.', 'Where do I park my bicycle?'],
  [6, 'Canteen', 'The canteen is open from noon to two.', 'When is the canteen open?'],
] as const

function sentencesPlan(): PlannedDocument[] {
  return sentences.map(([organizationId, title, text]) => {
    const file = `${title}.txt`
    const version = { file, fileName: file, content: Buffer.from(text), state: 'in force' } as const
    return { title, organizationId, visibleTo: [], versions: [version] }
  })
}

let services: Awaited<ReturnType<typeof startAnsweringUnderTest>>
let golden: readonly GoldenQuestion[]
let answers: MeasuredAnswers

beforeAll(async () => {
  services = await startAnsweringUnderTest()
  golden = await readGolden()
  const others = [...recordsPlan(), ...sentencesPlan()]
  const planned = [...(await demoPlan()), ...(await corpusPlan(null, golden)), ...others]
  // What is kept back stays unread until the bench runs.
  answers = await measureAnswers(services, {
    planned,
    golden: golden.filter(({ share: of }) => of === 'tuning'),
  })
  const figures = [...mainFigures(answers.measured)].filter(([, figure]) => !Number.isNaN(figure))
  console.log(figures.map(([name, figure]) => `${name}: ${figure.toFixed(3)}`).join('\n'))
}, 900_000)

afterAll(() => services[Symbol.asyncDispose]())

it('the golden set is large, a part of it has no answer, and half is kept back from tuning', () => {
  const unanswerable = golden.filter(({ unanswerable: reason }) => reason !== null)
  expect(golden.length).toBeGreaterThanOrEqual(400)
  expect(unanswerable.length).toBeGreaterThanOrEqual(80)
  const halves = golden.filter(({ share: of }) => of !== 'fresh')
  expect(share(halves, ({ share: of }) => of === 'kept')).toBeCloseTo(0.5, 1)
})

describe('what was reached on the documents of this repository', () => {
  it.each([
    ['right passage among the first three', 0.72],
    ['right words in three quotations', 0.65],
    ['right document in three quotations', 0.84],
    ['answerable: answered', 0.4],
  ])('%s: at least %f', (name, reached) => {
    expect(mainFigures(answers.measured).get(name)).toBeGreaterThanOrEqual(reached)
  })

  it.each([
    ['answerable: wrong without saying partly', 0.04],
    ['unanswerable: answered', 0.08],
  ])('%s: at most %f', (name, reached) => {
    expect(mainFigures(answers.measured).get(name)).toBeLessThanOrEqual(reached)
  })
})

describe('what was refused or misleading when people asked shows the words that decide', () => {
  it.each([
    ['demo', 'What is the limit for a gift from a supplier?', /up to a value of EUR 50/],
    ['demo', 'Can I accept a gift from a supplier?', /up to a value of EUR 50/],
    ['demo', 'May I accept concert tickets from a supplier?', /3\.4 Invitations to sports, concerts/],
    // The rule, and not first that its days cannot be carried over.
    ['demo', 'Can I work from abroad for two weeks?', /^9\.1 Employees may work from another country/],
    ['demo', 'How long does a password have to be?', /^2\.1 A password must have at least 14 characters/],
    ['corpus', 'May I share my password with a colleague?', /^.{0,120}should not be shared with anyone/],
    [
      'corpus',
      'What happens to an account when its owner dies?',
      /in the event that a GitHub user passes away/i,
    ],
  ] as const)('%s: %s', async (organization, question, words) => {
    const asker = { personId: question, organizationId: organizations[organization], role: 'admin' as const }
    const reply = await services.assistant(asker).call(chatApi.ask, { body: { question } })
    const { citations, closest = [] } = reply
    expect([...citations, ...closest].map(shownText).join('\n').replace(/\s+/g, ' ')).toMatch(words)
  })
})

describe('what employees ask in everyday words is answered by the clause that decides', () => {
  it.each([
    ['How many days of leave do I have?', /^2\.1 Every full-time employee has 28 days of paid annual leave/],
    ['How much annual leave do I get?', /^2\.1 Every full-time employee has 28 days of paid annual leave/],
    ['How much parental leave do I get?', /^4\.2 .*maximum of 26 weeks for each child/],
    ['Can I fly business class?', /^4\.2 .*Business class needs the written approval/],
    ['May I travel business class?', /^4\.2 .*Business class needs the written approval/],
    ['the fridge is too warm, what do I do', /Move the product to a room within its range/],
    [
      'The alarm of a cold room is ringing. How fast do I have to be there?',
      /^9\.2 The shift lead acknowledges within ten minutes/,
    ],
    ['What is the limit for a gift from a supplier?', /^3\.1 .*up to a value of EUR 50/],
    // All rows of the table that say whom.
    ['Whom do I tell about a security incident?', /Lost device, phishing, malware .* Personal data lost/],
    ['What is the limit for gifts?', /^3\.1 .*up to a value of EUR 50/],
    ['My child is sick, can I stay at home?', /^4\.4 Employees whose child under 12 falls ill/],
    ['I lost my laptop', /^6\.4 A laptop, phone or other device that is lost/],
    ['What do I do if I lose my laptop?', /^6\.4 A laptop, phone or other device that is lost/],
    ['May I install software?', /^4\.1 Software is installed from the company’s software centre/],
    ['Can I install software on my laptop?', /^4\.1 Software is installed from the company’s software/],
    ['Who pays for my internet at home?', /^6\.3 Internet, electricity and heating are not reimbursed/],
    ['How do I request vacation?', /^2\.3 Leave is requested in Harbour/],
    ['Whom do I tell when my boss breaks the rules?', /Concerns may be raised with the line manager/],
    ['How often do I have to change my password?', /^2\.3 Passwords do not expire/],
    ['I got a phishing mail', /^5\.2 Suspicious messages are reported with the button/],
    ['What do I do when I get a phishing mail?', /^5\.2 Suspicious messages are reported with the button/],
    ['I had an accident at work', /^1\.1 In danger to life call 112 first/],
    ['May I share my password?', /^1\.3 Accounts are never shared\. Where .* used it and when\.$/],
    ['What if my boss breaks the rules?', /Concerns may be raised with the line manager/],
    ['A supplier gave me a bottle of wine', /^3\.1 .*up to a value of EUR 50/],
    ['My boss breaks the rules, what can I do?', /^2\.1 You can report breaches of law or of our policies/],
    [
      'Who can see patient data?',
      /^8\.2 .*Access is limited to Quality, Regulatory Affairs .*health data\.$/,
    ],
    // The rule names the table, whose row has the land.
    ['What is the daily allowance in Germany?', /Germany, Austria EUR 150 EUR 50/],
    ['May I use my own phone for work?', /Private phones may be used for mail, calendar and chat/],
  ] as const)('%s', async (question, words) => {
    const of = { role: 'team_member' as const, departments: [2] }
    const asker = { personId: question, organizationId: organizations.demo, ...of }
    const { outcome, citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
    expect(['answered', 'partial']).toContain(outcome)
    expect(citations.map(shownText).join('\n').replace(/\s+/g, ' ')).toMatch(words)
  })

  it('For how many years are payroll records kept?, where other records are kept as long', async () => {
    const asker = { personId: 'bookkeeper', organizationId: recordsOrganization, role: 'admin' as const }
    const question = 'For how many years are payroll records kept?'
    const { outcome, citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
    expect(outcome).toBe('answered')
    expect(citations.map(shownText)[0]).toMatch(/^Payroll records are kept for 7 years/)
  })
})

it.each(sentences)('answers from a single sentence: %i, %s', async (organizationId, _, text, question) => {
  const asker = { personId: question, organizationId, role: 'admin' as const }
  const { outcome, citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
  expect(['answered', 'partial']).toContain(outcome)
  expect(citations.map(shownText)).toEqual([text])
})

it.each([
  // 2.6 says it of leave that is carried over, 2.1 of annual leave, and other rows of other deaths.
  // 4.1 says whose law sets its length, and how long before it is announced.
  ['How many days of parental leave can I take?', /^4\.2 .*maximum of 26 weeks for each child/],
  ['My grandmother died. How long may I stay at home?', /^Occasion Paid days Death of a grandparent/],
  ['How long do we keep job applications?', /Applications of people who were not hired/],
  // 4.4 has "cold store" and what may be done in it.
  ['Can I keep my lunch in the cold store?', /^4\.7 Food and drink/],
] as const)('leads with what answers, whatever the document says before it: %s', async (question, words) => {
  const of = { role: 'team_member' as const, departments: [2] }
  const asker = { personId: question, organizationId: organizations.demo, ...of }
  const { citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
  expect(citations.map(shownText)[0]?.replace(/\s+/g, ' ')).toMatch(words)
})

it.each([
  ['How long does a password have to be?', /14 characters/],
  ['Can I work from abroad for two weeks?', /another country/],
  ['May I share my password with a colleague?', /^1\.3 Accounts are never shared/],
  ['A fridge was too warm overnight', /^8\.1 An excursion is handled in six steps/],
] as const)('answers what was refused: %s', async (question, words) => {
  const asker = { personId: question, organizationId: organizations.demo, role: 'admin' as const }
  const { outcome, citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
  expect(['answered', 'partial']).toContain(outcome)
  expect(citations.map(shownText).join('\n').replace(/\s+/g, ' ')).toMatch(words)
})

it.each([
  ['corpus', 'Do we use two factor?'],
  ['corpus', 'Who can see patient data?'],
  // 3.2 says who operates the line, 3.1 whom to tell.
  ['demo', 'Who can see my report to the open line?'],
] as const)(
  'does not answer outright by rules about something else: %s, %s',
  async (organization, question) => {
    const of = { organizationId: organizations[organization], role: 'team_member' as const }
    const asker = { personId: question, ...of, departments: [2] }
    const { outcome } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
    expect(outcome).not.toBe('answered')
  },
)

/** Of Information Technology, who may read what every breach is answered with. */
const technician = { organizationId: organizations.demo, role: 'team_member' as const, departments: [3] }

it.each(['where do i park my car', 'Who is the data protection officer?'])(
  'does not answer by a place or an office for something else: %s',
  async (question) => {
    const { outcome } = await services
      .assistant({ personId: question, ...technician })
      .call(chatApi.ask, { body: { question } })
    expect(outcome).not.toBe('answered')
  },
)

it('how something is recorded is no conflict about how long the record is kept', async () => {
  const question = 'How is a complaint recorded?'
  const asker = services.assistant({ personId: question, ...technician })
  const { outcome } = await asker.call(chatApi.ask, { body: { question } })
  expect(outcome).not.toBe('conflict')
})

it.each([
  // 3.3 binds processors, and 6.4 is for data of customers.
  ['How quickly must a data breach be reported?', /Personal data lost.* One hour/, /processor/],
  // 2.2 of another policy: "Nobody approves their own trip".
  ['Who approves my vacation?', /^2\.3 Leave is requested .*The line manager answers/, /their own trip/],
  ['Can I write my password down?', /2\.5 Passwords are stored in Keyring/, /temporary password/],
  ['Who can see patient data?', /^8\.2 .*Access is limited to Quality/, /penetration/],
] as const)('answers a technician, and by nothing of another subject: %s', async (question, words, other) => {
  const asker = { personId: question, ...technician }
  const { outcome, citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
  expect(['answered', 'partial']).toContain(outcome)
  const shown = citations.map(shownText).join('\n').replace(/\s+/g, ' ')
  expect(shown).toMatch(words)
  expect(shown).not.toMatch(other)
})

it('leads with whom to report to, and not with the document that says so', async () => {
  const ask = (question: string) =>
    services.assistant({ personId: question, ...technician }).call(chatApi.ask, { body: { question } })
  for (const question of ['How do I report a data breach?', 'Who do I tell about a data breach?']) {
    const { outcome, citations } = await ask(question)
    expect(['answered', 'partial']).toContain(outcome)
    expect(citations.map(shownText)[0]?.replace(/\s+/g, ' ')).toMatch(/Personal data lost.* One hour/)
  }
})

it('shows first what decides, where it is not sure enough to answer', async () => {
  const shown = await shownTo('My bike was stolen')
  expect(shown[0]).toMatch(/^What happened Report to .* Theft, break-in, threat or violence/)
})

it.each([
  ['How many days off do I get when I get married?', /^Occasion Paid days Own wedding .* 2$/m],
  ['Can I accept concert tickets from a supplier?', /^3\.4 Invitations to sports, concerts/m],
  ['May I accept concert tickets from a supplier?', /3\.4 Invitations to sports, concerts/],
  ['Can I use ChatGPT for work?', /^4\.2 Approved assistants based on artificial intelligence/m],
  ['May I use ChatGPT?', /4\.2 Approved assistants based on artificial intelligence are listed/],
  ['Do I have to write down how long I work?', /5\.1 Working hours, .* are recorded in Harbour/],
  ['How many holidays do I get per year?', /^2\.1 Every full-time employee has 28 days/m],
  ['whats the min pw length', /^2\.1 A password must have at least 14 characters/m],
  ['I have a fever, what do I do', /^3\.1 Employees who cannot work call their line manager/m],
  ['I caught the flu, what now?', /^3\.1 Employees who cannot work call their line manager/m],
  ['A truck arrived without a temperature record. What do we do?', /A delivery without a readable record/],
] as const)('shows what decides, where it is not sure enough to answer: %s', async (question, words) => {
  expect((await shownTo(question)).join('\n')).toMatch(words)
})

/** What an employee is shown, answered or closest. */
async function shownTo(question: string): Promise<string[]> {
  const of = { role: 'team_member' as const, departments: [2] }
  const asker = { personId: question, organizationId: organizations.demo, ...of }
  const { citations, closest = [] } = await services
    .assistant(asker)
    .call(chatApi.ask, { body: { question } })
  return [...citations, ...closest].map((each) => shownText(each).replace(/\s+/g, ' '))
}

it('names whom an employee tells of a security incident, and nobody else', async () => {
  const question = 'Who do I tell about a security incident?'
  const of = { role: 'team_member' as const, departments: [2] }
  const asker = { personId: question, organizationId: organizations.demo, ...of }
  const { citations } = await services.assistant(asker).call(chatApi.ask, { body: { question } })
  const shown = citations.map((each) => shownText(each).replace(/\s+/g, ' '))
  expect(shown).toEqual([
    expect.stringMatching(
      /^What happened Report to At the latest Lost device, .* IT security, \+46 31 390 06 12/,
    ),
  ])
})

it('every quotation and its context stand in the version at the stated offsets', () => {
  const quoted = answers.measured.flatMap(({ reply }) => [...reply.citations, ...reply.closest])
  expect(quoted.length).toBeGreaterThan(0)
  for (const { versionId, context = [], ...quotation } of quoted)
    for (const { start, end, quote } of [quotation, ...context])
      expect(answers.textOf(versionId).slice(start, end)).toBe(quote)
})

it('nothing is quoted that a compliance officer would object to, but items whose list began in another passage', () => {
  const rules = new Set(answers.objections.map(({ rule }) => rule))
  expect([...rules].filter((rule) => rule !== 'an item without its lead-in')).toEqual([])
})

it('what is superseded, restricted or of another organization is never quoted', () => {
  const quoted = answers.measured.flatMap(({ reply }) => [
    ...[...reply.citations, ...reply.closest, ...(reply.passages ?? [])].map(({ versionId }) => versionId),
  ])
  const withheld = new Set(
    golden.flatMap(({ file, unanswerable }) =>
      unanswerable === 'superseded' || unanswerable === 'restricted' ? (file ?? []) : [],
    ),
  )
  expect(quoted.map(answers.fileOf).filter((file) => withheld.has(file ?? ''))).toEqual([])
  expect(quoted.map(answers.fileOf)).not.toContain(undefined)
})

it.each(['How long are complaint records kept?', 'How long do we have to keep complaint files?'])(
  'shows what both policies say that disagree: %s',
  async (question) => {
    const asker = { personId: 'weigher', organizationId: organizations.demo, role: 'team_member' as const }
    const answer = await services.assistant(asker).call(chatApi.ask, { body: { question } })
    expect(answer.outcome).toBe('conflict')
    const quoted = (file: string) =>
      answer.citations.flatMap(({ versionId, quote }) => (answers.fileOf(versionId) === file ? [quote] : []))
    expect(quoted('complaints-handling.v1.docx').join()).toContain('are kept for five years')
    expect(quoted('records-retention.v1.pdf').join()).toMatch(/kept for ten years|10 years/)
    expect(answer.assistantMessage.content).not.toMatch(/^(Yes|No)\b/)
  },
)

it("keeps a conversation to its asker, and another organization's answers to itself", async () => {
  const asker = { personId: 'asker', organizationId: 2, role: 'admin' as const }
  const mine = services.assistant(asker)
  const question = 'How many days a week may I work from home?'
  const { conversation, outcome } = await mine.call(chatApi.ask, { body: { question } })
  expect(outcome).not.toBe('no_evidence')
  const read = { params: { id: conversation.id } }
  expect((await mine.call(chatApi.readConversation, read)).messages).toHaveLength(2)
  const stranger = { personId: 'stranger', organizationId: 9, role: 'admin' as const }
  for (const other of [{ ...asker, personId: 'colleague' }, stranger]) {
    const client = services.assistant(other)
    await expect(client.call(chatApi.readConversation, read)).rejects.toMatchObject({ status: 404 })
    const body = { question: 'What now?', conversationId: conversation.id }
    await expect(client.call(chatApi.ask, { body })).rejects.toMatchObject({ status: 404 })
    expect(await client.call(chatApi.listConversations, { query: {} })).toEqual([])
  }
  const answer = await services.assistant(stranger).call(chatApi.ask, { body: { question } })
  expect(answer).toMatchObject({ outcome: 'no_evidence', citations: [] })
})
