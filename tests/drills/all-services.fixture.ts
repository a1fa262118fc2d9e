import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openChatModel } from '@portal/adapters/chat-model/open-chat-model'
import { openMailer } from '@portal/adapters/mailer/open-mailer'
import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { departmentsApi } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { invitationsApi } from '@portal/contracts/invitations'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { type ProxiedService, proxiedServices } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import { fixedSite } from '@portal/marketing-service/fixed-site.fixture'
import { openHeadsUnderTest } from '@portal/master-admin-service/audit/audit-heads.fixture'
import { httpTeamCommands } from '@portal/master-admin-service/commands/http-team-commands'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { enqueueRepublish } from '@portal/service-kit/republish-job'
import { purgeSteps, quotaUsage, tombstones } from '@portal/service-kit/tables'
import type { DocumentEngines } from '@portal/testkit/document-engines'
import { rowsOf } from '@portal/testkit/organization-rows'
import { teamPorts } from '@portal/testkit/team-ports'
import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { delegatesOf } from '../isolation/delegates.ts'
import { type StartedServices, startServices } from '../isolation/start-services.ts'

export const patience = { timeout: 60_000, interval: 50 }

/** An organization and clients of its people. */
export interface FoundedOrganization {
  readonly id: number
  readonly founder: string
  readonly admin: Client
}

/** Every service behind the gateway on one bus, and what their stores keep of an organization. */
export type AllServices = Awaited<ReturnType<typeof startAllServices>>

/** Starts all services on these engines; clients use a test's passports instead of a gateway. */
export async function startAllServices({ bus, ports }: { bus: EventBus; ports: DocumentEngines['ports'] }) {
  const heads = await openHeadsUnderTest()
  const outbox = await mkdtemp(join(tmpdir(), 'portal-outbox-'))
  const mailer = await openMailer(pathToFileURL(outbox).href)
  const log = createLogger({ service: 'test', level: 'silent' })
  const model = await openChatModel('extractive:', { log })
  const under: StartedServices = await startServices({
    bus,
    ports: {
      team: () => teamPorts({ mailer }),
      documents: () => ports,
      chat: (urlOf) => ({
        passages: documentsPassageSource(urlOf('documents')),
        model,
        delegates: delegatesOf(() => under),
      }),
      'master-admin': (urlOf) => ({
        auditHeads: heads.heads,
        team: httpTeamCommands(urlOf('team')),
        protectedAccounts: [],
      }),
      marketing: () => fixedSite(),
    },
  })
  const databases = new Map<ProxiedService, Database>(
    proxiedServices.map((name) => [name, openDatabase({ urls: under[name].urls, name: 'test' })]),
  )
  const operator = under['master-admin'].as({ personId: 'operator', isOperator: true }, [
    'master-admin',
    'team',
  ])
  return {
    under,
    operator,
    found: (name: string) => found(under, name),
    /** Brings services back to before a deletion, as a backup does: a row, a file, no tombstone. */
    restore: async (id: number) => {
      for (const database of databases.values()) await database.purgeTx(id, (db) => undelete(db, id))
      await ports.blobs.put(`org/${id}/${crypto.randomUUID()}`, new Uint8Array(1))
    },
    /** What a restore asks of the ledger's owner, for its first start. */
    requestAgain: () => databases.get('master-admin')?.platformTx(enqueueRepublish),
    /** An organization's rows, by service and table. */
    rows: async (id: number) => {
      const entries = [...databases].map(
        async ([name, database]) => [name, await rowsOf(database, id)] as const,
      )
      return Object.fromEntries(await Promise.all(entries))
    },
    files: (id: number) => filesOf(ports.blobs, id),
    indexed: (id: number) => ports.index.countOf(id),
    /** A deletion's ledger, once it is closed. */
    closedLedger: (id: number) => closedLedger(operator, id),
    stop: async () => {
      for (const database of databases.values()) await database.close()
      for (const name of proxiedServices) await under[name].stop()
      await heads.close()
      await rm(outbox, { recursive: true })
    },
  }
}

async function undelete(db: TransactionHandle, id: number): Promise<void> {
  await db.delete(purgeSteps).where(eq(purgeSteps.organizationId, id))
  await db.delete(tombstones).where(eq(tombstones.organizationId, id))
  const usage = { personId: 'p', what: 'uploads', day: '2026-11-29', used: 1 }
  await db.insert(quotaUsage).values({ organizationId: id, ...usage })
}

async function filesOf(blobs: BlobStore, id: number): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list(`org/${id}/`)) keys.push(key)
  return keys.toSorted()
}

function closedLedger(operator: Client, id: number) {
  return vi.waitFor(async () => {
    const deletions = await operator.call(masterAdminApi.listDeletions, {})
    const ledger = deletions.find(({ organizationId }) => organizationId === id)
    expect(ledger?.finishedAt).toEqual(expect.any(String))
    return ledger
  }, patience)
}

async function register(under: StartedServices, name: string): Promise<string> {
  const username = `${name}-${crypto.randomUUID()}`
  const body = {
    issuer: 'https://portal.test/oidc',
    subject: username,
    username,
    firstName: null,
    lastName: null,
  }
  const email = `${username}@example.org`
  const claims = { ...body, email, isEmailVerified: true }
  return (await under.team.asService('gateway').call(teamApi.resolveIdentity, { body: claims })).personId
}

/** Founds an organization with some of everything that the portal stores, through public routes. */
async function found(under: StartedServices, name: string): Promise<FoundedOrganization> {
  const founder = await register(under, name)
  const organizer = under.team.as({ personId: founder })
  const { id } = await organizer.call(teamApi.createOrganization, { body: { name } })
  const actor = { personId: founder, organizationId: id, role: 'admin' as const }
  const admin = under.team.as(actor)
  const { organization } = await admin.call(teamApi.currentUser, {})
  const code = organization?.joinCode ?? ''
  const second = under.team.as({ personId: await register(under, `${name}-second`) })
  await second.call(teamApi.joinOrganization, { params: { code } })
  await admin.call(departmentsApi.createDepartment, { body: { name: 'Research', color: '#10B981' } })
  await admin.call(invitationsApi.createInvitation, { body: { email: `guest@${id}.example` } })
  const reader = under.documents.as(actor)
  for (const subject of ['badges', 'payroll', 'visitors']) await upload(reader, `${name} ${subject}`)
  await vi.waitFor(async () => {
    const states = (await reader.call(documentsApi.listDocuments, { query: {} })).map(
      ({ ingestion }) => ingestion.state,
    )
    expect(states).toEqual(['ready', 'ready', 'ready'])
  }, patience)
  const asker = under.chat.as(actor, ['chat', 'documents'])
  await asker.call(chatApi.ask, { body: { question: `How long are records of ${name} badges kept?` } })
  return { id, founder, admin: reader }
}

/** Uploads a policy with its own idempotency key, as the portal's client does. */
export function upload(client: Client, subject: string) {
  const text = `${subject} Policy\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`
  const input = { form: { title: subject }, file: new Blob([text]), fileName: 'policy.txt' }
  return client.call(documentsApi.uploadDocument, input, {
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}
