import { readFile } from 'node:fs/promises'
import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { documentsApi } from '@portal/contracts/documents'
import { service as documents } from '@portal/documents-service/service'
import { createLogger } from '@portal/service-kit/logger'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { notingEmbedder } from '@portal/testkit/models/noting-embedder'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { expect, vi } from 'vitest'

/** Who uploads and asks. */
export const actor = { personId: 'asker', organizationId: 1, role: 'admin' as const }

/** Services whose library holds the evaluated documents, ready to be asked. */
export interface EvaluatedLibrary {
  readonly library: ServiceUnderTest
  readonly assistant: ServiceUnderTest
  /** Every text that was encoded as a question, in order. */
  readonly encodedQuestions: readonly string[]
  stop(): Promise<void>
}

/** A file to be uploaded under a title. */
export interface EvaluatedFile {
  readonly file: URL
  readonly title: string
}

/** Starts documents and chat on embedded engines and uploads the files; resolves when ready. */
export async function startEvaluation(files: readonly EvaluatedFile[]): Promise<EvaluatedLibrary> {
  const engines = await openDocumentEngines()
  const encodedQuestions: string[] = []
  const embedder = notingEmbedder(engines.ports.embedder, (texts, kind) => {
    if (kind === 'query') encodedQuestions.push(...texts)
  })
  const library = await startUnderTest(documents, { ports: { ...engines.ports, embedder } })
  const model = await openChatModel('extractive:', {
    log: createLogger({ service: 'evaluation', level: 'silent' }),
  })
  const ports = { passages: documentsPassageSource(library.service.url), model }
  const assistant = await startUnderTest(chat, { ports, office: library.office })
  await upload(library, files)
  const stop = async () => {
    await assistant.stop()
    await library.stop()
    await engines.close()
  }
  return { library, assistant, encodedQuestions, stop }
}

async function upload(library: ServiceUnderTest, files: readonly EvaluatedFile[]): Promise<void> {
  const client = library.as(actor)
  for (const { file, title } of files) {
    const content = new Uint8Array(await readFile(file))
    const fileName = file.pathname.split('/').at(-1) ?? ''
    await client.call(documentsApi.uploadDocument, {
      form: { title },
      file: new Blob([content]),
      fileName,
    })
  }
  await vi.waitFor(
    async () => {
      const all = await client.call(documentsApi.listDocuments, { query: {} })
      expect(all.filter(({ ingestion }) => ingestion.state === 'ready')).toHaveLength(files.length)
    },
    { timeout: 180_000, interval: 250 },
  )
}
