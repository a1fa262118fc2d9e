import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { proxiedServices, serviceUrlVariable } from '@portal/contracts/services'
import type { Identity } from '@portal/contracts/team'
import { type Database, type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger, type Logger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { type CookieFetch, cookieFetch } from '@portal/testkit/identity/cookie-fetch'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { signIn } from '@portal/testkit/sign-in'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { type GatewayEnvironment, readGatewayConfig } from '../src/config.ts'
import { migrations, type RunningGateway, runGateway } from '../src/service.ts'
import { type FixedService, startFixedService } from './fixed-service.ts'
import { type FixedTeam, identity, startFixedTeam } from './fixed-team.ts'

/**
 * The gateway as browsers meet it: real database, event log and identity provider; the services
 * behind it respond as the test says.
 */
export interface GatewayUnderTest extends AsyncDisposable {
  readonly origin: string
  readonly port: number
  readonly gateway: RunningGateway
  readonly database: Database
  readonly bus: EventBus
  readonly team: FixedTeam
  readonly documents: FixedService
  readonly chat: FixedService
  readonly provider: TestIdentityProvider['provider']
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly logLines: readonly string[]
  /** A browser without cookies. */
  browser(): CookieFetch
  /** An account at the provider, whose person team describes with these facts. */
  addPerson(username: string, facts?: Partial<Identity>): Promise<Identity>
  /** Signs a person in and answers their browser. */
  signIn(username: string): Promise<CookieFetch>
  /** Stops the gateway and starts it again on the same database and port. */
  restart(changed?: Partial<GatewayEnvironment>): Promise<void>
  /** Another gateway on the same database, behind the same public origin. */
  startReplica(changed?: Partial<GatewayEnvironment>): Promise<RunningGateway & AsyncDisposable>
}

/** The password of every account of a test. */
export const password = 'correct horse battery staple 7'

/** What encrypts and signs in every gateway of a test. */
export const gatewaySecret = Buffer.alloc(32, 7)
/** Shared with chat. */
export const delegationSecret = Buffer.alloc(32, 9).toString('base64')

const page = `<!doctype html><html lang="en"><head><!--preloads--><title>Portal</title>
<script defer src="/main.0123456789.js" nonce="{{nonce}}"></script></head><body></body></html>`

/**
 * Starts everything; `environment` replaces single settings, `now` the clock by which sessions live
 * and what is known of people grows old.
 */
export async function startGatewayUnderTest(
  environment: Partial<GatewayEnvironment> = {},
  now: () => number = Date.now,
): Promise<GatewayUnderTest> {
  await using opened = new AsyncDisposableStack()
  const [port, internalPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${port}`
  const { urls } = opened.use(await createTestDatabase(migrations))
  const bus = opened.adopt(await openTestEventBus(), (own) => own.close()).bus
  const team = opened.use(await startFixedTeam(() => `http://127.0.0.1:${internalPort}`))
  const documents = opened.use(await startFixedService())
  const chat = opened.use(await startFixedService())
  const logLines: string[] = []
  const { provider } = opened.use(
    await startTestIdentityProvider({ gatewayOrigin: origin, logged: logLines }),
  )
  const shellDirectory = await makeShell(opened)
  const remotesDirectory = await makeFolder(opened)
  const given = {
    ...databaseVariables(urls),
    ...providerVariables(origin, provider.url),
    EVENTS_URL: 'given by the test',
    LISTEN_PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    PUBLIC_ORIGIN: origin,
    GATEWAY_SECRET: gatewaySecret.toString('base64'),
    DELEGATION_SECRET: delegationSecret,
    // A service that no test asks for is not there.
    ...Object.fromEntries(proxiedServices.map((name) => [serviceUrlVariable(name), 'http://127.0.0.1:1'])),
    TEAM_URL: team.url,
    DOCUMENTS_URL: documents.url,
    CHAT_URL: chat.url,
    SHELL_DIRECTORY: shellDirectory,
    REMOTES_DIRECTORY: remotesDirectory,
    RATE_SIGN_IN: '60000/60000',
    ...texts(environment),
  }
  const configured = (changed: Partial<GatewayEnvironment> = {}) =>
    readGatewayConfig({ ...given, ...texts(changed) })
  const platform = { bus, log: recordingLogger('gateway', logLines), now }
  let gateway = await runGateway(configured(), platform)
  opened.defer(() => gateway.stop())
  const database = opened.adopt(openDatabase({ urls, name: 'test' }), (own) => own.close())
  const owned = opened.move()
  return {
    ...{ origin, port, database, bus, team, documents, chat, provider },
    ...{ shellDirectory, remotesDirectory, logLines },
    get gateway() {
      return gateway
    },
    browser: () => cookieFetch(origin),
    addPerson: (username, facts) => addPerson({ team, provider }, username, facts),
    signIn: (username) => signIn({ address: origin, username, password }),
    restart: async (changed) => {
      await gateway.stop()
      gateway = await runGateway(configured(changed), platform)
    },
    startReplica: async (changed) => {
      const replica = await runGateway({ ...configured(changed), port: 0, internalPort: 0 }, platform)
      return Object.assign(replica, { [Symbol.asyncDispose]: () => replica.stop() })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function addPerson(
  { team, provider }: Pick<GatewayUnderTest, 'team' | 'provider'>,
  username: string,
  facts?: Partial<Identity>,
): Promise<Identity> {
  const admin = openIdentityAdmin(provider.adminUrl)
  await admin.createAccount({ username, email: `${username}@example.com`, password })
  const person = identity(`person-${username}`, facts)
  team.people.set(username, person)
  return person
}

function databaseVariables(urls: DatabaseUrls): Record<string, string> {
  return {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
  }
}

function providerVariables(origin: string, providerUrl: string): Record<string, string> {
  return {
    OIDC_ISSUER: `${origin}/oidc`,
    OIDC_INTERNAL_ORIGIN: providerUrl,
    OIDC_CLIENT_ID: 'portal-gateway',
    OIDC_CLIENT_SECRET: 'secret-of-the-gateway',
    OIDC_SHELL_CLIENT_ID: 'portal-web',
  }
}

/** Environment variables are texts. */
function texts(environment: Partial<GatewayEnvironment>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))
}

function recordingLogger(service: string, lines: string[]): Logger {
  return createLogger({ service, level: 'debug', destination: { write: (line) => void lines.push(line) } })
}

async function makeShell(opened: AsyncDisposableStack): Promise<string> {
  const folder = await makeFolder(opened)
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'main.0123456789.js'), 'console.log("shell")\n')
  return folder
}

async function makeFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-gateway-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
