import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { type Client, createClient } from '@portal/contracts/client'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { startService } from '@portal/service-kit/start-service'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { type Actor, openPassportOffice } from '@portal/testkit/passports'

/** Documents and chat, ready to be filled and asked. */
export interface AnsweringServices {
  library(actor: Actor): Client
  assistant(actor: Actor): Client
  readonly bus: EventBus
  readonly embedder: Embedder
}

/** Both services on the embedded engines, as `npm start` composes them, on an empty Postgres. */
export async function startAnsweringServices(modelUrl: string): Promise<AnsweringServices & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  opened.defer(() => postgres.stop())
  const engines = await openDocumentEngines()
  opened.defer(() => engines.close())
  const events = await provisionDatabase(postgres.adminUrl, 'events')
  const log = createLogger({ service: 'bench', level: 'warn' })
  const bus = openEventBus(`log:${events.owner}`, { name: 'bench', log })
  opened.defer(() => bus.close())
  const office = await openPassportOffice()
  const platform = async (name: string) => ({
    urls: await provisionDatabase(postgres.adminUrl, name),
    listen: { host: '127.0.0.1', port: 0 },
    passportKeys: office.keys,
    version: 'bench',
    bus,
    log,
  })
  const library = await startService(documents, { ...(await platform('documents')), ports: engines.ports })
  opened.defer(() => library.stop())
  const model = await openChatModel(modelUrl, { log })
  const ports = { passages: documentsPassageSource(library.url), model }
  const assistant = await startService(chat, { ...(await platform('chat')), ports })
  opened.defer(() => assistant.stop())
  const clientOf = (baseUrl: string) => (actor: Actor) =>
    createClient({
      baseUrl,
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        headers.set(passportHeader, await office.person(actor, ['chat', 'documents']))
        return fetch(url, { ...init, headers })
      },
    })
  const owned = opened.move()
  return {
    library: clientOf(library.url),
    assistant: clientOf(assistant.url),
    bus,
    embedder: engines.ports.embedder,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
