import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { service as documents } from '@portal/documents-service/service'
import { createLogger } from '@portal/service-kit/logger'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { type AnsweringServices, nobody } from './services.ts'

/** The services on the databases of the test run. */
export async function startAnsweringUnderTest(): Promise<AnsweringServices & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const engines = await openDocumentEngines()
  opened.defer(() => engines.close())
  const library = await startUnderTest(documents, { ports: engines.ports })
  opened.defer(() => library.stop())
  const log = createLogger({ service: 'evaluation', level: 'silent' })
  const model = await openChatModel('extractive:', { log })
  const ports = { passages: documentsPassageSource(library.service.url), delegates: nobody, model }
  const assistant = await startUnderTest(chat, { ports, office: library.office })
  opened.defer(() => assistant.stop())
  const owned = opened.move()
  return {
    library: (actor) => library.as(actor),
    assistant: (actor) => assistant.as(actor, ['chat', 'documents']),
    bus: library.bus,
    embedder: engines.ports.embedder,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
