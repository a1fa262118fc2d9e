import { openChatModels } from '@portal/adapters/chat-model/open-chat-model'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import type { Client } from '@portal/contracts/client'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { startService } from '@portal/service-kit/start-service'
import type { Actor } from '@portal/testkit/passports'
import { startDocumentsService } from '../services/documents-service.ts'

/** Documents and chat, ready to be filled and asked. */
export interface AnsweringServices {
  library(actor: Actor): Client
  assistant(actor: Actor): Client
  readonly bus: EventBus
  readonly embedder: Embedder
}

/** Golden questions become no gaps: jobs find nobody to act for, and are done. */
export const nobody = { passportOf: async () => null }

/** Both services on the embedded engines, as `npm start` composes them, on an empty Postgres. */
export async function startAnsweringServices(
  modelUrl: string,
  instead: Parameters<typeof startDocumentsService>[0] = {},
): Promise<AnsweringServices & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const library = opened.use(await startDocumentsService(instead))
  const { bus, platformOf, clientAt } = library
  const platform = await platformOf('chat')
  const models = await openChatModels(modelUrl, platform)
  const ports = { passages: documentsPassageSource(library.url), delegates: nobody, ...models }
  const assistant = await startService(chat, { ...platform, ports })
  opened.defer(() => assistant.stop())
  const owned = opened.move()
  return {
    library: (actor) => clientAt(library.url, actor),
    assistant: (actor) => clientAt(assistant.url, actor),
    bus,
    embedder: library.ports.embedder,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
