import { readFile } from 'node:fs/promises'
import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { chat } from '@portal/chat-service/service'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { documents } from '@portal/documents-service/service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerQuestions, type Judged, readQuestions, scoresOf } from './answer-questions.ts'

const Policies = z.array(z.object({ file: z.string(), title: z.string() }))
const folder = new URL('../seed/policies/', import.meta.url)
const actor = { personId: 'asker', organizationId: 1, role: 'admin' as const }

let engines: DocumentEngines
let library: ServiceUnderTest
let assistant: ServiceUnderTest
let judged: Judged[]

beforeAll(async () => {
  engines = await openDocumentEngines()
  library = await startUnderTest(documents, { ports: engines.ports })
  const model = openChatModel('extractive:', { embedder: engines.ports.embedder })
  const ports = { passages: documentsPassageSource(library.service.url), model }
  assistant = await startUnderTest(chat, { ports, office: library.office })
  const titles = await uploadPolicies()
  judged = await answerQuestions(
    assistant.as(actor, ['chat', 'documents']),
    await readQuestions(),
    (file) => titles.get(file) ?? '',
  )
}, 240_000)

afterAll(async () => {
  await assistant.stop()
  await library.stop()
  await engines.close()
})

async function uploadPolicies(): Promise<Map<string, string>> {
  const policies = Policies.parse(JSON.parse(await readFile(new URL('../policies.json', folder), 'utf8')))
  const client = library.as(actor)
  for (const { file, title } of policies) {
    const content = new Uint8Array(await readFile(new URL(file, folder)))
    await client.call(documentsApi.uploadDocument, {
      form: { title },
      file: new Blob([content]),
      fileName: file,
    })
  }
  await vi.waitFor(
    async () => {
      const all = await client.call(documentsApi.listDocuments, { query: {} })
      expect(all.filter(({ ingestion }) => ingestion.state === 'ready')).toHaveLength(policies.length)
    },
    { timeout: 180_000, interval: 250 },
  )
  return new Map(policies.map(({ file, title }) => [file, title]))
}

it('answers the question set as well as it once did', () => {
  const scores = scoresOf(judged)
  console.log(
    `answered ${pct(scores.answered)}, citation contains the span ${pct(scores.precise)} of answered, ${pct(scores.hit)} of all; refused ${pct(scores.refused)} of unanswerable`,
  )
  for (const { question, isAnswerable, isHit, outcome, citations } of judged) {
    if (isAnswerable ? !isHit : outcome !== 'no_evidence')
      console.log(`  ${outcome}: ${question} → ${citations[0]?.quote.slice(0, 120) ?? '-'}`)
  }
  expect(scores.hit).toBeGreaterThanOrEqual(26 / 30)
  expect(scores.refused).toBeGreaterThanOrEqual(14 / 15)
})

it('cites only text that stands in the version at the stated offsets', async () => {
  const client = library.as(actor)
  for (const { documentId, versionId, start, end, quote } of judged.flatMap(({ citations }) => citations)) {
    const { text } = await client.call(documentsApi.readVersionText, {
      params: { id: documentId, versionId },
    })
    expect(text.slice(start, end)).toBe(quote)
  }
})

it("keeps a conversation to its asker, and another organization's answers to itself", async () => {
  const mine = assistant.as(actor, ['chat', 'documents'])
  const { conversation, outcome } = await mine.call(chatApi.ask, {
    body: { question: 'Who approved the statement against modern slavery?' },
  })
  expect(outcome).not.toBe('no_evidence')
  const read = { params: { id: conversation.id } }
  expect((await mine.call(chatApi.readConversation, read)).messages).toHaveLength(2)
  for (const other of [
    { ...actor, personId: 'colleague' },
    { personId: 'stranger', organizationId: 2, role: 'admin' as const },
  ]) {
    const client = assistant.as(other, ['chat', 'documents'])
    await expect(client.call(chatApi.readConversation, read)).rejects.toMatchObject({ status: 404 })
    await expect(
      client.call(chatApi.ask, { body: { question: 'What now?', conversationId: conversation.id } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await client.call(chatApi.listConversations, { query: {} })).toEqual([])
  }
  const stranger = assistant.as({ personId: 'stranger', organizationId: 2, role: 'admin' }, [
    'chat',
    'documents',
  ])
  const answer = await stranger.call(chatApi.ask, {
    body: { question: 'Who approved the statement against modern slavery?' },
  })
  expect(answer).toMatchObject({ outcome: 'no_evidence', citations: [] })
})

function pct(share: number): string {
  return `${Math.round(share * 100)} %`
}
