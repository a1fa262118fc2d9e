import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { lendEngines } from '@portal/adapters/lending/lend-engines'
import { type Client, createClient } from '@portal/contracts/client'
import { passportHeader } from '@portal/contracts/passport'
import { ingestionThreads } from '@portal/documents-service/ingestion/ingestion-threads'
import { service as documents } from '@portal/documents-service/service'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { type Platform, startService } from '@portal/service-kit/start-service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type Actor, openPassportOffice } from '@portal/testkit/passports'

/** The documents service on the embedded engines, and what another service beside it needs. */
export interface DocumentsService extends AsyncDisposable {
  readonly url: string
  readonly urls: DatabaseUrls
  readonly bus: EventBus
  /** Of the database that holds the log of events. */
  readonly eventsUrl: string
  readonly ports: DocumentEngines['ports']
  readonly addresses: DocumentEngines['addresses']
  /** Of an admin of this organization. */
  readonly clientOf: (organizationId: number) => Client
  readonly clientAt: (url: string, actor: Actor) => Client
  /** A passport for documents, as the gateway gives jobs one. */
  readonly passportOf: (actor: Actor) => Promise<string>
  /** What a service of this name starts with besides its ports, on an empty database of its own. */
  readonly platformOf: (service: string) => Promise<Omit<Platform<never>, 'ports'>>
}

/** Starts the service as `npm start` does, on an empty Postgres; `instead`: other engines. */
export async function startDocumentsService(
  instead: Partial<DocumentEngines['ports']> = {},
): Promise<DocumentsService> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  opened.defer(() => postgres.stop())
  const engines = await openDocumentEngines()
  opened.defer(() => engines.close())
  const ports = { ...engines.ports, ...instead }
  const events = await provisionDatabase(postgres.adminUrl, 'events')
  const log = createLogger({ service: 'bench', level: 'warn' })
  const bus = await openEventBus(`log:${events.owner}`, { name: 'bench', log })
  opened.defer(() => bus.close())
  const office = await openPassportOffice()
  const platformOf = async (service: string) => ({
    urls: await provisionDatabase(postgres.adminUrl, service),
    listen: { host: '127.0.0.1', port: 0 },
    passportKeys: office.keys,
    version: 'bench',
    bus,
    log,
  })
  const platform = await platformOf('documents')
  const { urls } = platform
  const environment = {
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    BLOBS_URL: engines.addresses.blobs,
    PARSER_URL: engines.addresses.parser,
    LOG_LEVEL: 'warn',
    VERSION: 'bench',
  } as const
  const jobThreads = ingestionThreads(environment, () => lendEngines(ports))
  const service = await startService(documents, { ...platform, ports, jobThreads })
  opened.defer(() => service.stop())
  const clientAt = (baseUrl: string, actor: Actor) =>
    createClient({
      baseUrl,
      fetch: async (address, init) => {
        const headers = new Headers(init?.headers)
        headers.set(passportHeader, await office.person(actor, ['chat', 'documents']))
        return fetch(address, { ...init, headers })
      },
    })
  const passportOf = (actor: Actor) => office.person({ ...actor, isReadOnly: true }, ['documents'])
  const { url } = service
  const { addresses } = engines
  const clientOf = (organizationId: number) =>
    clientAt(url, { personId: 'bench', organizationId, role: 'admin' })
  const owned = opened.move()
  const close = () => owned.disposeAsync()
  const eventsUrl = events.owner
  return {
    url,
    urls,
    bus,
    eventsUrl,
    ports,
    addresses,
    clientOf,
    clientAt,
    passportOf,
    platformOf,
    [Symbol.asyncDispose]: close,
  }
}
