import { type Client, createClient } from '@portal/contracts/client'
import { passportHeader } from '@portal/contracts/passport'
import type { RouteTable } from '@portal/contracts/route'
import type { ServiceName } from '@portal/contracts/services'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import type { ServiceDefinition } from '@portal/service-kit/define-service'
import type { UploadDisk } from '@portal/service-kit/http/uploads'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { type Actor, openPassportOffice, type PassportOffice } from './passports.ts'
import { createTestDatabase } from './test-database.ts'
import { openTestEventBus } from './test-event-bus.ts'

/** A service with its own engines, as clients see it. */
export interface ServiceUnderTest {
  readonly service: RunningService
  readonly office: PassportOffice
  readonly bus: EventBus
  readonly urls: DatabaseUrls
  /** Log lines so far, to be searched for canaries. */
  readonly logLines: readonly string[]
  /** A client acting as this person; `audience` lists further services of the passport. */
  as(actor: Actor, audience?: readonly ServiceName[]): Client
  /** A client acting as another service. */
  asService(name: string): Client
  /** A client without any passport. */
  readonly visitor: Client
  stop(): Promise<void>
}

/** What a test may share or replace. */
export interface UnderTestOptions<Ports> {
  readonly ports: Ports
  readonly bus?: EventBus
  readonly office?: PassportOffice
  readonly uploadDisk?: UploadDisk
}

/** Starts a service on a fresh database and the embedded event bus, on a free loopback port. */
export async function startUnderTest<Api extends RouteTable, Ports>(
  definition: ServiceDefinition<Api, Ports>,
  options: UnderTestOptions<Ports>,
): Promise<ServiceUnderTest> {
  const database = await createTestDatabase(definition.migrations)
  const office = options.office ?? (await openPassportOffice())
  const ownBus = options.bus ? null : await openTestEventBus()
  const bus = options.bus ?? ownBus?.bus
  if (!bus) throw new Error('No event bus.')
  const logLines: string[] = []
  const service = await startService(definition, {
    urls: database.urls,
    bus,
    passportKeys: office.keys,
    ports: options.ports,
    log: createLogger({
      service: definition.name,
      level: 'debug',
      destination: { write: (line) => void logLines.push(line) },
    }),
    listen: { host: '127.0.0.1', port: 0 },
    version: 'test',
    // A machine that runs several test files may stand still for longer than a service allows.
    // Tests of waiting for a transaction wait for less than a minute.
    ...{ transactionTimeoutMs: 15_000, acquireTimeoutMs: 60_000 },
    ...(options.uploadDisk ? { uploadDisk: options.uploadDisk } : {}),
  })
  const clientWith = (passport: () => Promise<string>) =>
    createClient({
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        const token = await passport()
        if (token !== '') headers.set(passportHeader, token)
        return service.fetch(new Request(`http://service${String(url)}`, { ...init, headers }))
      },
    })
  return {
    service,
    office,
    bus,
    urls: database.urls,
    logLines,
    as: (actor, audience = [definition.name]) => clientWith(() => office.person(actor, audience)),
    asService: (name) => clientWith(() => office.service(name, [definition.name])),
    visitor: clientWith(() => Promise.resolve('')),
    stop: async () => {
      await service.stop()
      await ownBus?.close()
      await database.drop()
    },
  }
}
