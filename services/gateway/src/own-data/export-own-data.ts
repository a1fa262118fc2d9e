import { createClient } from '@portal/contracts/client'
import type { gatewayApi } from '@portal/contracts/gateway'
import { ownDataApi } from '@portal/contracts/own-data'
import { passportHeader } from '@portal/contracts/passport'
import { type ProxiedService, proxiedServices, serviceApis } from '@portal/contracts/services'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { Context } from '@portal/service-kit/context'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import type { Verb } from '@portal/service-kit/verb'
import { WorkQueue } from '@portal/service-kit/work-queue'
import type { AuthTokens } from '../authentication/auth-tokens.ts'
import type { SessionStore } from '../authentication/session-store.ts'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import type { PassportMint } from '../proxy/passport-mint.ts'
import { type OwnDataSource, ownDataArchive } from './own-data-archive.ts'

/** Where the parts are, and what the gateway itself keeps of people. */
export interface OwnDataPorts {
  readonly people: Pick<IdentityClient, 'read'>
  readonly passports: Pick<PassportMint, 'forPerson'>
  readonly services: Readonly<Record<ProxiedService, string>>
  readonly sessions: SessionStore
  /** Null when bearer tokens are switched off. */
  readonly tokens: AuthTokens | null
}

const keepers = proxiedServices.filter((service) => 'readOwnData' in serviceApis[service])

/** Each holds all that is kept of a person until its archive is made; others wait. */
const exports = new WorkQueue(2)

/** All that is asked reads. */
const send = fetchFromReplicas({ mayRepeat: true })

/** All parts or none: an incomplete archive would be taken for complete. */
export const exportOwnData: Verb<typeof gatewayApi.exportOwnData, OwnDataPorts> = async (ctx) => {
  const archive = await exports.run(async () => {
    const parts = await Promise.all(keepers.map((service) => readPart(ctx, service)))
    return ownDataArchive([...parts, await ownPart(ctx)], new Date(), ctx.signal)
  }, ctx.signal)
  ctx.responseHeaders.set('content-type', 'application/zip')
  ctx.responseHeaders.set('content-disposition', 'attachment; filename="your-data.zip"')
  ctx.streamResponse(
    (async function* () {
      yield archive
    })(),
  )
}

async function readPart(ctx: Context<OwnDataPorts>, service: ProxiedService): Promise<OwnDataSource> {
  const { ports, personId, sessionId, signal } = ctx
  const person = rowOrNotFound(await ports.people.read(personId))
  const passport = await ports.passports.forPerson(person, rowOrNotFound(sessionId), [service])
  const client = createClient({
    baseUrl: ports.services[service],
    fetch: send,
    headers: () => ({ [passportHeader]: passport }),
  })
  const part = await client.call(ownDataApi.readOwnData, {}, { signal }).catch((cause: unknown) => {
    throw new CodedError(
      'upstream_unavailable',
      'A part of your data cannot be read at the moment. Please try again in a few minutes.',
      { cause, retryAfterSeconds: 60 },
    )
  })
  return { service, part }
}

async function ownPart({ ports, personId }: Context<OwnDataPorts>): Promise<OwnDataSource> {
  const sessions = await ports.sessions.list(personId)
  const entries = sessions.map(({ id, userAgent, createdAt, lastSeenAt, expiresAt }) => {
    return { id, userAgent, createdAt, lastSeenAt, expiresAt }
  })
  const tokens = (await ports.tokens?.list(personId)) ?? []
  const tokenEntries = tokens.map(({ id, createdAt, expiresAt }) => ({ id, createdAt, expiresAt }))
  return { service: 'gateway', part: { Sessions: entries, 'Access tokens': tokenEntries } }
}
