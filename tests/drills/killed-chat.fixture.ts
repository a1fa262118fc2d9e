import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { passageSaying } from '@portal/chat-service/passage.fixture'
import { service as chat } from '@portal/chat-service/service'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { migrate } from '@portal/service-kit/database/migrate'
import { startMisbehavingModel } from '@portal/testkit/models/misbehaving-model'
import { openPassportOffice } from '@portal/testkit/passports'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { expect, vi } from 'vitest'

/** For waiting: machines may be slow. */
export const patience = { timeout: 120_000, interval: 50 }

export const kept = 'Records are kept for seven years.'
const passage = passageSaying(`${kept} Then they are shredded.`)
const program = fileURLToPath(new URL('../../services/chat/src/main.ts', import.meta.url))

/** One process of the chat service. */
export interface ChatProcess {
  readonly client: Client
  kill(): Promise<void>
  /** Tells it to stop; resolves to its exit code. */
  terminate(): Promise<number | null>
}

export type KilledChat = Awaited<ReturnType<typeof startKilledChat>>

/** Processes of the chat service on one database, to be killed while a slow model speaks. */
export async function startKilledChat() {
  await using undo = new AsyncDisposableStack()
  const { urls } = undo.use(await createTestDatabase(chat.migrations))
  await migrate(urls, chat.migrations)
  const events = await openTestEventBus()
  undo.defer(() => events.close())
  const office = await openPassportOffice()
  const serve = async (answer: RequestListener) => {
    const server = createServer(answer)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    undo.defer(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const gateway = await serve((_, response) => response.end(JSON.stringify(office.publicKeys)))
  const documents = await serve((request, response) => {
    const found = request.url === documentsApi.retrievePassages.path
    const valid = Array(50).fill(true)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(found ? { passages: [passage] } : { valid, similarities: [] }))
  })
  const model = await startMisbehavingModel()
  undo.defer(() => model.close())

  const children: ChildProcess[] = []
  undo.defer(async () => void (await Promise.all(children.map(killed))))
  const start = async (): Promise<ChatProcess> => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: {
        ...process.env,
        DATABASE_OWNER_URL: urls.owner,
        DATABASE_APP_URL: urls.app,
        DATABASE_PLATFORM_URL: urls.platform,
        EVENTS_URL: events.url,
        GATEWAY_URL: gateway,
        DOCUMENTS_URL: documents,
        MASTER_ADMIN_URL: 'http://127.0.0.1:9',
        DELEGATION_SECRET: 'no-job-asks-for-a-passport-in-these-drills',
        MODEL_URL: model.url,
        LISTEN_PORT: String(port),
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    })
    children.push(child)
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), patience)
    const client = createClient({
      baseUrl: address,
      fetch: async (url, init) => {
        const headers = new Headers(init.headers)
        const actor = { personId: 'asker', organizationId: 1, role: 'team_member' as const }
        headers.set(passportHeader, await office.person(actor, ['chat', 'documents']))
        return fetch(url, { ...init, headers })
      },
    })
    return { client, kill: () => killed(child), terminate: () => terminated(child) }
  }
  const closing = undo.move()
  return { model, start, stop: () => closing.disposeAsync() }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function terminated(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  return code
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
