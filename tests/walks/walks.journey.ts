import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { startParts } from '@portal/deploy/standalone/parts-in-process.fixture'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { signIn } from '@portal/testkit/sign-in'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { documentedWalk } from './documented-walk.ts'
import { enteredFiles } from './entered-files.ts'

const password = 'seven-quiet-harbours'
const ends: (() => Promise<unknown>)[] = []
let ada: Client
let library: Database
let organizationId: number

beforeAll(async () => {
  const parts = ['identity', 'team', 'documents', 'chat'] as const
  const { installation, engines, address } = await startParts(parts, (end) => ends.push(end))
  library = openDatabase({ urls: installation.databases.documents, name: 'test', appConnections: 1 })
  ends.push(() => library.close())
  await openIdentityAdmin(engines.identity.admin).createAccount({
    username: 'ada',
    password,
    email: 'ada@halden.example',
  })
  const browse = await signIn({ address, username: 'ada', password })
  ada = createClient({ fetch: (path, init) => browse(String(path), init) })
  organizationId = (await ada.call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })).id
})

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const policy = new Blob([
  'Retention of records\n\nTraining records are kept for seven years after the employment has ended, and are then destroyed.\n',
])

const upload = async () => {
  await ada.call(documentsApi.uploadDocument, { form: {}, file: policy, fileName: 'policy.txt' })
  // Reads the database, because reading the document would be a walk of its own.
  await vi.waitFor(
    async () => {
      const rows = await library.tenantTx(organizationId, (db) =>
        db.execute(sql`select ingestion_state from versions`),
      )
      expect(rows).toEqual([{ ingestion_state: 'ready' }])
    },
    { timeout: 60_000, interval: 200 },
  )
}
const ask = async () => {
  const { outcome } = await ada.call(chatApi.ask, {
    body: { question: 'How long are training records kept after the employment has ended?' },
  })
  expect(outcome).not.toBe('no_evidence')
}

/** Files of services; the kit and the adapters also run background tasks. */
const ofServices = /^services\/[^/]+\/src\/.+\//
/** Background work that may coincide with a walk. */
const background =
  /^services\/(gateway\/src\/events\/|team\/src\/notifications\/|chat\/src\/(outdated|gaps|golden|history)\/|documents\/src\/(members\/|acknowledgements\/(follow-changes|send-reminders|due-days)|lifecycle\/activate-scheduled))/
/** Called only when the gateway's cache is older than five seconds. */
const cached = /^services\/team\//

// A journey, for a process of its own: what other files' tests left running would be entered too.
it.each([
  { walk: 'an upload', run: upload },
  { walk: 'a question', run: ask },
])(
  '$walk enters the files that docs/architecture.md lists, each folder once',
  async ({ walk, run }) => {
    const steps = await documentedWalk(walk)
    const entered = await enteredFiles(run)
    const listed = steps.flatMap(({ folder, files }) => files.map((file) => `${folder}/${file}`))
    const unlisted = [...entered].filter(
      (file) => ofServices.test(file) && !background.test(file) && !listed.includes(file),
    )
    expect({
      notEntered: listed.filter((file) => !entered.has(file) && !cached.test(file)),
      unlisted,
    }).toEqual({
      notEntered: [],
      unlisted: [],
    })
    const folders = steps.map(({ folder }) => folder)
    expect(folders).toEqual([...new Set(folders)])
  },
  120_000,
)
