import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { type Client, createClient } from '@portal/contracts/client'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { startService } from '@portal/service-kit/start-service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { openPassportOffice } from '@portal/testkit/passports'

/** The documents service on the embedded engines, with an organization per client. */
export interface DocumentsService extends AsyncDisposable {
  readonly ports: DocumentEngines['ports']
  readonly urls: DatabaseUrls
  readonly clientOf: (organizationId: number) => Client
}

/** Starts the service on an empty database. */
export async function startDocumentsService(): Promise<DocumentsService> {
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
  const urls = await provisionDatabase(postgres.adminUrl, 'documents')
  const service = await startService(documents, {
    listen: { host: '127.0.0.1', port: 0 },
    passportKeys: office.keys,
    version: 'bench',
    ...{ urls, bus, log, ports: engines.ports },
  })
  opened.defer(() => service.stop())
  const owned = opened.move()
  const clientOf = (organizationId: number) =>
    createClient({
      baseUrl: service.url,
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        const person = { personId: 'bench', organizationId, role: 'admin' } as const
        headers.set(passportHeader, await office.person(person, ['documents']))
        return fetch(url, { ...init, headers })
      },
    })
  return { ports: engines.ports, urls, clientOf, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
