import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { startService } from '@portal/service-kit/start-service'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { openPassportOffice, type PassportOffice } from '@portal/testkit/passports'

export interface PortalWithModel extends AsyncDisposable {
  ask(question: string): Promise<{ readonly outcome: string }>
}

const actor = { personId: 'bench', organizationId: 1, role: 'admin' } as const
const policy = `Leave Policy

Annual leave

${['Employees have 25 days of annual leave.', 'Leave is requested in writing.', 'Managers answer within three working days.'].join(' ')}
`

/** Starts both services with the model; resolves when the policy is searchable. */
export async function startPortalWithModel(modelUrl: string): Promise<PortalWithModel> {
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
  await upload(clientOf(office, library.url))
  const client = clientOf(office, assistant.url)
  const owned = opened.move()
  return {
    ask: (question) => client.call(chatApi.ask, { body: { question } }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function clientOf(office: PassportOffice, baseUrl: string): Client {
  return createClient({
    baseUrl,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set(passportHeader, await office.person(actor, ['chat', 'documents']))
      return fetch(url, { ...init, headers })
    },
  })
}

async function upload(client: Client): Promise<void> {
  await client.call(documentsApi.uploadDocument, {
    form: { title: 'Leave Policy' },
    file: new Blob([policy]),
    fileName: 'leave-policy.txt',
  })
  for (let tries = 0; tries < 300; tries += 1) {
    const [document] = await client.call(documentsApi.listDocuments, { query: {} })
    if (document?.ingestion.state === 'ready') return
    await pause(100)
  }
  throw new Error('The policy was not read within 30 s.')
}
