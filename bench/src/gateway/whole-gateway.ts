import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { proxiedServices, serviceUrlVariable } from '@portal/contracts/services'
import { SessionStore } from '@portal/gateway-service/authentication/session-store'
import { createSeal } from '@portal/gateway-service/secrets/seal'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import type { Contender } from './measure.ts'
import { cores, startPinned } from './pinned-process.ts'

/** The complete gateway with a signed-in user. */
export interface WholeGateway extends AsyncDisposable {
  readonly contender: Contender
}

const secret = Buffer.alloc(32, 1)
const unlimited = '1000000000/1000000000'

/** Starts it on embedded Postgres, with one upstream that also acts as team. */
export async function startWholeGateway(upstreamUrl: string): Promise<WholeGateway> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  opened.defer(() => postgres.stop())
  const urls = await provisionDatabase(postgres.adminUrl, 'gateway')
  const events = await provisionDatabase(postgres.adminUrl, 'events')
  const environment = await gatewayEnvironment(upstreamUrl, urls, events)
  const server = await startPinned(cores.servers, { file: './whole-gateway-process.ts', environment })
  opened.defer(() => server.stop())
  const { url } = server.ready as { url: string }
  const headers = { cookie: `__Host-portal_session=${await signIn(urls)}` }
  const owned = opened.move()
  return {
    contender: {
      name: 'gateway with session, passport, limits',
      url,
      headers,
      pids: [server.child.pid ?? 0],
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Creates a session directly; login is not measured. */
async function signIn(urls: DatabaseUrls): Promise<string> {
  const database = openDatabase({ urls, name: 'bench', platformConnections: 1 })
  try {
    const sessions = new SessionStore(database, createSeal([secret], 'sessions'))
    return await sessions.begin({
      personId: 'bench',
      issuer: 'bench',
      subject: 'bench',
      providerSession: null,
      issuedAt: null,
      refreshToken: null,
      idToken: null,
      userAgent: 'bench',
      validFrom: null,
    })
  } finally {
    await database.close()
  }
}

async function gatewayEnvironment(
  upstreamUrl: string,
  urls: DatabaseUrls,
  events: DatabaseUrls,
): Promise<Record<string, string>> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  return {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    EVENTS_URL: `log:${events.owner}`,
    LISTEN_PORT: String(port),
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'warn',
    PUBLIC_ORIGIN: origin,
    GATEWAY_SECRET: secret.toString('base64'),
    DELEGATION_SECRET: secret.toString('base64'),
    ...Object.fromEntries(proxiedServices.map((name) => [serviceUrlVariable(name), upstreamUrl])),
    OIDC_ISSUER: `${origin}/oidc`,
    OIDC_INTERNAL_ORIGIN: upstreamUrl,
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'bench',
    OIDC_SHELL_CLIENT_ID: 'bench',
    SHELL_DIRECTORY: tmpdir(),
    REMOTES_DIRECTORY: tmpdir(),
    RATE_SESSION: unlimited,
    RATE_PERSON: unlimited,
    RATE_DATA: unlimited,
    RATE_ADDRESS: unlimited,
  }
}
