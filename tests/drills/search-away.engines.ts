import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { provisionElasticsearch } from '@portal/adapters/search-index/elasticsearch/provision-elasticsearch'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import { createLogger } from '@portal/service-kit/logger'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { searchAwayMs } from './config.ts'

const patience = { timeout: 180_000, interval: 250 }
const actor = { personId: 'p', organizationId: 1, role: 'admin' as const }
let engines: DocumentEngines
let library: ServiceUnderTest
let assistant: ServiceUnderTest

beforeAll(async () => {
  const address = await engineUrl('elasticsearch')
  const url = Object.assign(new URL(address), { pathname: `/away-${process.pid}` }).href
  await provisionElasticsearch(url)
  engines = await openDocumentEngines()
  const index = await openSearchIndex(url)
  library = await startUnderTest(documents, { ports: { ...engines.ports, index } })
  const model = await openChatModel('extractive:', {
    log: createLogger({ service: 'test', level: 'silent' }),
  })
  const passages = documentsPassageSource(library.service.url)
  assistant = await startUnderTest(chat, { ports: { passages, model }, office: library.office })
}, 300_000)
afterAll(async () => {
  await disturb('elasticsearch', 'start')
  await assistant.stop()
  await library.stop()
  await engines.close()
}, 300_000)

const admin = () => library.as(actor)

async function upload(subject: string): Promise<string> {
  const text = `${subject} Policy\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`
  const file = new Blob([text])
  const form = { title: `${subject} policy` }
  return (await admin().call(documentsApi.uploadDocument, { form, file, fileName: 'policy.txt' })).id
}

const stateOf = async (id: string) =>
  (await admin().call(documentsApi.readDocument, { params: { id } })).ingestion.state

async function ask(question: string): Promise<Response> {
  const headers = {
    [passportHeader]: await library.office.person(actor, ['chat', 'documents']),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ question })
  return assistant.service.fetch(new Request('http://service/api/chat', { method: 'POST', headers, body }))
}

async function found(question: string): Promise<string[]> {
  const asked = { body: { question, limit: 50 } }
  const { passages } = await admin().call(documentsApi.retrievePassages, asked)
  return passages.map(({ documentId }) => documentId)
}

it(
  'with search away uploads and lists work, chat says that search is unavailable, and then everything is found without a restart',
  async () => {
    const before = await upload('badges')
    await vi.waitFor(async () => expect(await stateOf(before)).toBe('ready'), patience)
    expect((await ask('How long are records of badges kept?')).status).toBe(200)

    await disturb('elasticsearch', 'stop')
    const since = performance.now()
    const uploaded: string[] = []
    const refusals: unknown[] = []
    await vi.waitFor(
      async () => {
        uploaded.push(await upload(`subject${uploaded.length}`))
        const refused = await ask('How long are records of badges kept?')
        const body: unknown = await refused.json()
        refusals.push({ status: refused.status, after: refused.headers.get('retry-after'), body })
        await expect(found('records of badges')).rejects.toMatchObject({ code: 'search_unavailable' })
        expect(performance.now() - since).toBeGreaterThan(searchAwayMs)
      },
      { timeout: searchAwayMs + 60_000, interval: 2000 },
    )
    const unavailable = expect.objectContaining({ code: 'search_unavailable' })
    for (const refusal of refusals) expect(refusal).toEqual({ status: 503, after: '5', body: unavailable })
    const listed = await admin().call(documentsApi.listDocuments, { query: {} })
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([before, ...uploaded]))
    const answer = await library.service.fetch(new Request('http://service/enginez'))
    expect(await answer.json()).toContainEqual(
      expect.objectContaining({
        name: 'index',
        state: 'unavailable',
        detail: 'Elasticsearch cannot be reached.',
      }),
    )
    expect(uploaded.length).toBeGreaterThan(5)
    for (const id of uploaded) expect(await stateOf(id)).not.toBe('failed')

    await disturb('elasticsearch', 'start')
    for (const id of uploaded) await vi.waitFor(async () => expect(await stateOf(id)).toBe('ready'), patience)
    for (const [number, id] of uploaded.entries())
      expect(await found(`records of subject${number}`)).toContain(id)
    expect((await ask('How long are records of badges kept?')).status).toBe(200)
  },
  400_000 + searchAwayMs,
)
