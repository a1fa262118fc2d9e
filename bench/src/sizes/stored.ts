import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openChatModels } from '@portal/adapters/chat-model/open-chat-model'
import { filesBelow } from '@portal/build/file-tree'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { service as chat } from '@portal/chat-service/service'
import { chatApi } from '@portal/contracts/chat'
import type { DelegatedPassport, DelegationRequest } from '@portal/contracts/delegation'
import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sleep } from '@portal/service-kit/sleep'
import { startService } from '@portal/service-kit/start-service'
import { sql } from 'drizzle-orm'
import { patiently } from '../answers/patiently.ts'
import type { CorpusFile } from '../ingest/read-corpus.ts'
import { startDocumentsService } from '../services/documents-service.ts'

const organizationId = 1
const uploadsAtOnce = 4

/** Bytes by store, tables with their indexes, and events published until now. */
export interface Stored {
  readonly bytes: ReadonlyMap<string, number>
  readonly events: number
}

/** Documents and chat on the embedded engines, and what they store. */
export async function startStoring() {
  await using opened = new AsyncDisposableStack()
  const library = opened.use(await startDocumentsService())
  const platform = await library.platformOf('chat')
  const models = await openChatModels('extractive:', platform)
  const delegates = {
    passportOf: async ({ personId, organizationId: id }: DelegationRequest): Promise<DelegatedPassport> => {
      const rights = { role: 'team_member' as const, departments: [] }
      return {
        passport: await library.passportOf({ personId, organizationId: id, role: rights.role }),
        ...rights,
      }
    },
  }
  const ports = { passages: documentsPassageSource(library.url), delegates, ...models }
  const assistant = await startService(chat, { ...platform, ports })
  opened.defer(() => assistant.stop())
  const databases = { documents: library.urls.owner, chat: platform.urls.owner, events: library.eventsUrl }
  const client = library.clientOf(organizationId)
  const owned = opened.move()
  return {
    stored: async (): Promise<Stored> => {
      const tables = await Promise.all(Object.entries(databases).map(([name, url]) => tableBytes(name, url)))
      const folders = { files: library.addresses.blobs, index: library.addresses.search }
      const bytes = Object.entries(folders).map(async ([name, address]) => {
        return [name, await folderBytes(address.slice(address.indexOf(':') + 1))] as const
      })
      return {
        bytes: new Map([...tables.flat(), ...(await Promise.all(bytes))]),
        events: await countOf(databases.events, sql`select count(*)::int as count from log`),
      }
    },
    counts: async () => ({
      passages: await countOf(databases.documents, sql`select count(*)::int as count from passages`),
      characters: await countOf(
        databases.documents,
        sql`select coalesce(sum(end_offset - start_offset), 0)::int as count from passages`,
      ),
    }),
    /** Uploads all, and waits until each can be cited. */
    upload: async (files: readonly CorpusFile[]) => {
      await inParallel(files, async ({ name, content }) => {
        const file = new Blob([new Uint8Array(content)])
        const upload = { form: { title: name }, file, fileName: name.split('/').at(-1) ?? name }
        await patiently(() => client.call(documentsApi.uploadDocument, upload))
      })
      for (;;) {
        const health = await client.call(documentsApi.readIngestionHealth, {})
        if (health.ready + health.failed >= files.length) return
        await sleep(500)
      }
    },
    ask: (questions: readonly string[]) =>
      inParallel(questions, async (question) => {
        const actor = { personId: crypto.randomUUID(), organizationId, role: 'team_member' } as const
        const asker = library.clientAt(assistant.url, actor)
        await patiently(() => asker.call(chatApi.ask, { body: { question } }))
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, worker))
}

async function query<Row extends Record<string, unknown>>(url: string, wanted: ReturnType<typeof sql>) {
  const database = openDatabase({ urls: { app: url, platform: url }, name: 'bench' })
  try {
    return [...(await database.platformTx((db) => db.execute<Row>(wanted)))]
  } finally {
    await database.close()
  }
}

async function countOf(url: string, wanted: ReturnType<typeof sql>): Promise<number> {
  const [row] = await query<{ count: number }>(url, wanted)
  return row?.count ?? 0
}

async function tableBytes(database: string, url: string): Promise<(readonly [string, number])[]> {
  const rows = await query<{ name: string; bytes: string }>(
    url,
    sql`select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name, bytes }) => [`Postgres, ${database}.${name}`, Number(bytes)] as const)
}

async function folderBytes(folder: string): Promise<number> {
  const files = await filesBelow(folder).catch(() => [])
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
