import { analyticsApi } from '@portal/contracts/analytics'
import { chatApi } from '@portal/contracts/chat'
import { departmentsApi } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { invitationsApi } from '@portal/contracts/invitations'
import { eventHandler } from '@portal/deploy/operate/operable-services'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { deadLetters } from '@portal/service-kit/inbox/dead-letters'
import { createLogger } from '@portal/service-kit/logger'
import { startTestMailServer, type TestMailServer } from '@portal/testkit/mail/test-mail-server'
import { type DisturbedTable, disturbTable, leaveTable } from './disturb-table.ts'
import type { WatchedPortal } from './watched-portal.ts'

/** What an alert is there for. */
export interface Trouble {
  readonly alert: string
  readonly begin: (portal: WatchedPortal) => Promise<unknown>
  /** What people do meanwhile, again and again. */
  readonly meanwhile?: (portal: WatchedPortal) => Promise<unknown>
  readonly end: (portal: WatchedPortal) => Promise<unknown>
}

const nothing = () => Promise.resolve()

let made = 0

/** One event of team, for each part that follows it. */
function createDepartment({ admin }: WatchedPortal): Promise<unknown> {
  made += 1
  return admin.call(departmentsApi.createDepartment, {
    body: { name: `Department ${made}`, color: '#10B981' },
  })
}

function invite({ admin }: WatchedPortal): Promise<unknown> {
  made += 1
  return admin.call(invitationsApi.createInvitation, { body: { email: `guest${made}@halden.example` } })
}

/** A PDF that ends after its first object. */
function uploadDamaged({ admin }: WatchedPortal, number: number): Promise<unknown> {
  const file = new Blob([`%PDF-1.4\n1 0 obj\n<< /Scan ${number} >>\n`])
  const input = { form: { title: `Scan ${number}` }, file, fileName: `scan${number}.pdf` }
  return admin.call(documentsApi.uploadDocument, input)
}

async function times(count: number, act: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 1; number <= count; number += 1) await act(number)
}

/** A trouble that is a table's. */
function ofTable(alert: string, table: DisturbedTable, rest: Pick<Trouble, 'begin' | 'meanwhile'>): Trouble {
  return {
    alert,
    ...(rest.meanwhile && { meanwhile: rest.meanwhile }),
    begin: async (portal) => {
      await disturbTable(portal, table)
      await rest.begin(portal)
    },
    end: (portal) => leaveTable(portal, table),
  }
}

const eventsNotHandled = ofTable(
  'PortalEventsNotHandled',
  {
    ...{ database: 'events', table: 'group_positions', on: 'update' },
    ...{ when: "old.consumer_group = 'analytics'", instead: 'return null;' },
  },
  { begin: (portal) => times(60, () => createDepartment(portal)) },
)

const refusedDepartments: DisturbedTable = {
  ...{ database: 'documents', table: 'departments', on: 'insert or update' },
  instead: "raise exception 'No room for departments.';",
}
const deadLetter: Trouble = {
  ...ofTable('PortalDeadLetters', refusedDepartments, { begin: createDepartment }),
  end: async (portal) => {
    await leaveTable(portal, refusedDepartments)
    await replayAll(portal)
  },
}

/** As `npm run dead-letters -- replay documents <id>` does with each. */
async function replayAll({ databases }: WatchedPortal): Promise<void> {
  const { handling } = await eventHandler('documents')
  const database = openDatabase({ urls: databases.documents, name: 'drill' })
  try {
    const log = createLogger({ service: 'drill', level: 'silent' })
    const letters = deadLetters(handling({ database, log }))
    for (const { eventId, reason } of await letters.list()) if (reason !== null) await letters.replay(eventId)
  } finally {
    await database.close()
  }
}

const jobsLate = ofTable(
  'PortalJobsLate',
  {
    ...{ database: 'team', table: 'jobs', on: 'update' },
    ...{ when: "old.kind = 'send-invitation'", instead: 'return null;' },
  },
  { begin: invite },
)

const ingestionFailing: Trouble = {
  alert: 'PortalIngestionFailing',
  begin: (portal) => times(8, (number) => uploadDamaged(portal, number)),
  end: nothing,
}

const answersMissing: Trouble = {
  alert: 'PortalAnswersMissing',
  begin: ({ admin }) =>
    times(14, (number) =>
      admin.call(chatApi.ask, { body: { question: `Who keeps the spare key of building ${number}?` } }),
    ),
  end: nothing,
}

let mail: TestMailServer | null = null

/** The mail server is away from the start of the portal. */
const engineAway: Trouble = {
  alert: 'PortalEngineAway',
  begin: invite,
  meanwhile: ({ browse }) => browse('/api/status', { headers: { accept: 'application/json' } }),
  end: async ({ mailPort }) => {
    mail = await startTestMailServer({ port: mailPort, encryption: 'none' })
  },
}

/** To be called once the portal has stopped. */
export async function stopMail(): Promise<void> {
  await mail?.[Symbol.asyncDispose]()
}

const requestsSlow = ofTable(
  'PortalRequestsSlow',
  {
    ...{ database: 'team', table: 'departments', on: 'insert' },
    instead: 'perform pg_sleep(1.5);',
  },
  {
    begin: nothing,
    meanwhile: (portal) => Promise.all([1, 2].map(() => createDepartment(portal))),
  },
)

const eventsNotPublished = ofTable(
  'PortalEventsNotPublished',
  {
    ...{ database: 'events', table: 'topics', on: 'insert or update' },
    ...{ when: "new.name = 'team'", instead: "raise exception 'The log is full.';" },
  },
  { begin: createDepartment },
)

const partMissing: Trouble = {
  alert: 'PortalPartMissing',
  begin: ({ stop }) => stop('analytics'),
  end: ({ start }) => start('analytics'),
}

/** People ask the part that is missing. */
const requestsFailing: Trouble = {
  alert: 'PortalRequestsFailing',
  begin: nothing,
  meanwhile: ({ browse }) =>
    Promise.all(
      [1, 2, 3].map(() => browse(analyticsApi.readStats.path, { headers: { accept: 'application/json' } })),
    ),
  end: nothing,
}

const databaseAway: Trouble = {
  alert: 'PortalDatabaseAway',
  begin: async (portal) => {
    const database = new URL(portal.databases.chat.owner).pathname.slice(1)
    await portal.run('team', `alter database "${database}" with allow_connections false`)
    await portal.run(
      'team',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
  },
  end: ({ databases, run }) => {
    const database = new URL(databases.chat.owner).pathname.slice(1)
    return run('team', `alter database "${database}" with allow_connections true`)
  },
}

/** One is due and begins, and does not succeed. */
const backupLate: Trouble = {
  alert: 'PortalBackupLate',
  begin: async ({ backups }) => backups.schedule(),
  end: async ({ backups }) => backups.succeed(),
}

/** Troubles that do not disturb each other, at the same time. */
export const stages: Readonly<Record<string, readonly Trouble[]>> = {
  'what waits or fails behind the scenes': [
    eventsNotHandled,
    deadLetter,
    jobsLate,
    ingestionFailing,
    answersMissing,
  ],
  'slow requests and an engine that is away': [requestsSlow, engineAway],
  'an event log that is full': [eventsNotPublished],
  'a part that is missing': [partMissing, requestsFailing],
  'a database that is away': [databaseAway],
  'a backup that does not succeed': [backupLate],
}
