import { assistantApi } from '@portal/contracts/answer-stream'
import { type Citation, chatApi } from '@portal/contracts/chat'
import { conversationTitleMax } from '@portal/contracts/conversations'
import { passportHeader } from '@portal/contracts/passport'
import { routeUrl } from '@portal/contracts/route'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { service as chat } from '../service.ts'

let under: ServiceUnderTest
let organizationId = 0
/** What the documents say about the next question. */
let said: string
/** What their search made of it, if it is misspelt. */
let understoodAs: string | undefined

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: {
        retrieve: async () => Object.assign([passageSaying(said)], { understoodAs }),
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
        ...withoutVersions,
        document: async (_, id) => ({ id, title: 'Retention Policy', ownerId: null }),
      },
      model: {
        model: 'first passage',
        check: async () => {},
        answer: async function* ({ passages: [first] }) {
          if (first) yield { type: 'quote', passageId: first.id, start: 0, end: first.text.length }
          yield { type: 'outcome', outcome: 'answered' }
        },
      },
    },
  })
})
afterAll(() => under.stop())
beforeEach(() => {
  organizationId += 1
  said = 'Records are kept for seven years.'
  understoodAs = undefined
})

const actor = (personId: string): Actor => ({ personId, organizationId, role: 'team_member' })
const as = (personId: string) => under.as(actor(personId))
const ask = async (question: string, personId = 'a', conversationId?: string) =>
  as(personId).call(chatApi.ask, { body: { question, ...(conversationId ? { conversationId } : {}) } })
const list = (q?: string, personId = 'a') =>
  as(personId).call(chatApi.listConversations, { query: q === undefined ? {} : { q } })
const rename = (id: string, title: string, personId = 'a') =>
  as(personId).call(chatApi.renameConversation, { params: { id }, body: { title } })
const remove = (id: string, personId = 'a') =>
  as(personId).call(chatApi.deleteConversation, { params: { id } })
const gone = { status: 404, detail: 'Not found' }

async function exported(id: string, personId = 'a'): Promise<Response> {
  const passport = await under.office.person(actor(personId), ['chat'])
  const url = `http://service${routeUrl(chatApi.exportConversation, { id })}`
  return under.service.fetch(new Request(url, { headers: { [passportHeader]: passport } }))
}

describe('a search of conversations', () => {
  it('finds words of the title, of questions and of answers, whatever their case', async () => {
    const records = (await ask('How long are they kept?')).conversation
    said = 'Gifts above EUR 50 are registered.'
    const gifts = (await ask('May I accept a pen?')).conversation
    await rename(gifts.id, 'Presents')
    const idsOf = async (q: string) => (await list(q)).map(({ id }) => id)
    expect(await idsOf('presents')).toEqual([gifts.id])
    expect(await idsOf('PEN')).toEqual([gifts.id])
    expect(await idsOf('seven years')).toEqual([records.id])
    expect(await idsOf('years pen')).toEqual([])
    expect(await idsOf('a')).toEqual([gifts.id, records.id])
    expect(await idsOf('  ')).toEqual([gifts.id, records.id])
  })

  it('shows the words around what it found in a message, and nothing where the title has it', async () => {
    await ask('How long?')
    expect(await list('seven')).toMatchObject([{ found: 'Records are kept for seven years. [1]' }])
    expect((await list())[0]).not.toHaveProperty('found')
  })

  it.each(['%', '_', '\\', "' or 1=1 --"])('takes %s as it is written', async (q) => {
    await ask('How long?')
    expect(await list(q)).toEqual([])
    await ask(`What is ${q} there for?`)
    expect(await list(q)).toHaveLength(1)
  })

  it('finds one’s own alone, and no log has what was searched for', async () => {
    await ask('Where is the canary-7714?')
    expect(await list('canary-7714', 'b')).toEqual([])
    expect(await list('canary-7714')).toHaveLength(1)
    expect(under.logLines.join()).not.toContain('canary-7714')
  })

  it('of more than 200 characters is refused with a sentence', async () => {
    await expect(list('x'.repeat(201))).rejects.toMatchObject({
      status: 400,
      detail: 'Search text must be at most 200 characters.',
    })
  })
})

describe('a conversation', () => {
  it('is renamed by its owner, in one line', async () => {
    const { id } = (await ask('How long?')).conversation
    expect(await rename(id, '  Keeping records ')).toMatchObject({ id, title: 'Keeping records' })
    expect(await list()).toMatchObject([{ title: 'Keeping records' }])
    for (const title of ['', ' ', 'two\nlines', 'x'.repeat(conversationTitleMax + 1)])
      await expect(rename(id, title)).rejects.toMatchObject({ status: 400 })
    expect(await list()).toMatchObject([{ title: 'Keeping records' }])
  })

  it('is deleted with its messages, and what was sent to an owner is withdrawn', async () => {
    const { conversation, assistantMessage, citations } = await ask('How long?')
    const documentId = citations[0]?.documentId ?? ''
    const message = { params: { id: assistantMessage.id } }
    await as('a').call(chatApi.sendToOwner, { ...message, body: { documentId } })
    const steward = under.as({ personId: 's', organizationId, role: 'facilitator' })
    const ofDocument = { params: { id: documentId } }
    expect((await steward.call(chatApi.listDocumentQuestions, ofDocument)).sent).toHaveLength(1)
    await remove(conversation.id)
    expect(await list()).toEqual([])
    expect((await steward.call(chatApi.listDocumentQuestions, ofDocument)).sent).toEqual([])
    expect(await steward.call(chatApi.readCitations, ofDocument)).toMatchObject({ answers: 0 })
    await expect(remove(conversation.id)).rejects.toMatchObject(gone)
    await expect(ask('And then?', 'a', conversation.id)).rejects.toMatchObject(gone)
  })

  it('of somebody else is as if it did not exist, for admins too', async () => {
    const { id } = (await ask('How long?')).conversation
    const admin = under.as({ personId: 'admin', organizationId, role: 'admin' })
    for (const refused of [
      () => rename(id, 'Mine', 'b'),
      () => remove(id, 'b'),
      () => admin.call(chatApi.deleteConversation, { params: { id } }),
      () => rename(uuidV7(), 'Nothing'),
    ])
      await expect(refused()).rejects.toMatchObject(gone)
    expect((await exported(id, 'b')).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})

describe('an exported conversation', () => {
  it('says how a misspelt question was understood', async () => {
    understoodAs = 'How long are records kept?'
    const { conversation } = await ask('How long are recrods kept?')
    const page = await (await exported(conversation.id)).text()
    expect(page).toContain('<h2 dir="auto">How long are recrods kept?</h2>')
    expect(page).toContain(`Understood as “<bdi>${understoodAs}</bdi>”`)
  })

  it('has every question, answer and quotation with its location, and needs nothing else', async () => {
    const { conversation, citations } = await ask('How long?')
    await ask('And for paper?', 'a', conversation.id)
    const response = await exported(conversation.id)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="How long?.html"')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.* sandbox$/)
    const page = await response.text()
    for (const words of [
      'How long?',
      'And for paper?',
      'Answered',
      'Retention Policy',
      'DOC-1</bdi>, ',
      'version 1',
    ])
      expect(page).toContain(words)
    const [{ quote, start, end }] = citations as [Citation]
    expect(page.split(quote).length - 1).toBeGreaterThanOrEqual(4)
    expect(page).toContain(`characters ${start} to ${end}`)
    expect(page).not.toMatch(/<(?:script|link|img|iframe)|https?:/)
  })

  it('shows rows of a table as a table, in the answer and in its quotation', async () => {
    said = 'Record\tKept for\nInvoices\tten years'
    const { conversation } = await ask('How long are invoices kept?')
    const page = await (await exported(conversation.id)).text()
    expect(page.match(/<th dir="auto">Kept for<\/th>/g)).toHaveLength(2)
    expect(page).toMatch(/<tr><td dir="auto">Invoices<\/td><td dir="auto">ten years \[1\]<\/td><\/tr>/)
    expect(page).toMatch(/<td dir="auto"><strong>ten years<\/strong><\/td><\/tr>\s*<\/table><\/blockquote>/)
  })

  it('escapes what people and documents wrote', async () => {
    said = '<img src=x onerror=alert(1)> & "quoted"'
    const { conversation } = await ask('<script>alert(1)</script>')
    const page = await (await exported(conversation.id)).text()
    expect(page).not.toMatch(/<script|<img/)
    expect(page).toContain('&#60;script&#62;')
  })
})

describe("one's own data (decision 40)", () => {
  const ownData = (personId: string) => as(personId).call(assistantApi.readOwnData, {})

  it("are one's own conversations with their answers, and one's ratings", async () => {
    const { conversation, assistantMessage: answer } = await ask('How long are records kept?')
    await ask('Where is the canary-3310?', 'b')
    const rating = { rating: 2, comment: 'Ten years, I think.' }
    await as('a').call(chatApi.rateAnswer, { params: { id: answer.id }, body: rating })
    const part = await ownData('a')
    expect(part['Conversations']).toMatchObject([
      {
        id: conversation.id,
        messages: [
          { content: 'How long are records kept?' },
          { content: 'Records are kept for seven years. [1]', outcome: 'answered' },
        ],
      },
    ])
    expect(part['Ratings']).toMatchObject([{ messageId: answer.id, ...rating }])
    expect(JSON.stringify(part)).not.toContain('canary-3310')
  })

  it('are not read by those who belong to no organization', async () => {
    await ask('How long?')
    const outside = under.as({ personId: 'a' })
    expect(await outside.call(assistantApi.readOwnData, {})).toEqual({})
  })
})

it('where the assistant is switched off nobody asks, and one’s conversations stay readable (decision 112)', async () => {
  const { conversation } = await ask('How long?')
  const off = under.as({ ...actor('a'), featuresOff: ['assistant'] })
  await expect(off.call(chatApi.ask, { body: { question: 'And now?' } })).rejects.toMatchObject({
    status: 403,
    code: 'feature_off',
    detail: 'AI Assistant: switched off in your organization.',
  })
  expect((await off.call(chatApi.readConversation, { params: conversation })).messages).toHaveLength(2)
})
