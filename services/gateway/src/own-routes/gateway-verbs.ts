import {
  authTokenMinutesMax,
  gatewayApi,
  type OwnSession,
  type PortalStatus,
} from '@portal/contracts/gateway'
import type { PortalSettings } from '@portal/contracts/session'
import type { AuditLog } from '@portal/service-kit/audit/audit-log'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import type { Database } from '@portal/service-kit/database/open-database'
import { bindRoutes } from '@portal/service-kit/http/bind-routes'
import type { Logger } from '@portal/service-kit/logger'
import { passportVerifier } from '@portal/service-kit/passport'
import type { Verb } from '@portal/service-kit/verb'
import type { Telemetry } from '@portal/telemetry/telemetry'
import type { StoredToken } from '../authentication/auth-tokens.ts'
import { type CredentialRevoker, isRevoked } from '../authentication/credential-revoker.ts'
import { presentSession } from '../authentication/present-session.ts'
import type { Session } from '../authentication/session-store.ts'
import { type OperationSources, readOperations, readTraceSpans } from '../operations/read-operations.ts'
import { exportOwnData, type OwnDataPorts } from '../own-data/export-own-data.ts'
import { type RemoteVerbPorts, remoteVerbs } from '../remotes/remote-verbs.ts'
import type { SigningKeys } from '../secrets/signing-keys.ts'
import { createStatusReader, type StatusSources } from '../status/read-status.ts'

/** What the gateway's own routes depend on. */
export interface GatewayPorts extends OwnDataPorts, RemoteVerbPorts {
  readonly revoker: CredentialRevoker
  readonly settings: PortalSettings
  readonly readStatus: () => Promise<PortalStatus>
  readonly operations: () => OperationSources
}

type GatewayVerb<Name extends keyof typeof gatewayApi> = Verb<(typeof gatewayApi)[Name], GatewayPorts>

const readSession: GatewayVerb<'readSession'> = async (ctx) => {
  const person = ctx.sessionId === null ? null : await ctx.ports.people.read(ctx.personId)
  return presentSession(person?.identity ?? null, ctx.ports.settings)
}

const mintToken: GatewayVerb<'mintToken'> = async ({ ports, personId, sessionId, isOperator }, { body }) => {
  if (!ports.tokens || sessionId === null) throw notFound()
  if (isOperator) throw new CodedError('forbidden', 'An operator cannot have a token.')
  return ports.tokens.mint({ personId, sessionId }, body.minutes ?? authTokenMinutesMax)
}

const listOwnSessions: GatewayVerb<'listOwnSessions'> = async ({ ports, personId, sessionId }) => {
  const person = await ports.people.read(personId)
  const [sessions, tokens] = [await ports.sessions.list(personId), await ports.tokens?.list(personId)]
  const all: readonly (StoredToken | Session)[] = [...sessions, ...(tokens ?? [])]
  return all
    .filter(({ createdAt }) => !isRevoked(person, createdAt))
    .map((one) => {
      const browser = 'userAgent' in one ? one : null
      return {
        id: one.id,
        kind: browser ? 'browser' : 'token',
        isCurrent: browser !== null && one.id === sessionId,
        userAgent: browser?.userAgent ?? null,
        createdAt: one.createdAt.toISOString(),
        lastSeenAt: browser?.lastSeenAt.toISOString() ?? null,
        expiresAt: one.expiresAt.toISOString(),
      } satisfies OwnSession
    })
}

const endOwnSession: GatewayVerb<'endOwnSession'> = async ({ ports, personId }, { params }) => {
  if (!(await ports.revoker.revokeOne(personId, params.id))) throw notFound()
}

const endOtherSessions: GatewayVerb<'endOtherSessions'> = async ({ ports, personId, sessionId }) => {
  await ports.revoker.revokeOthers(personId, sessionId)
}

const readStatus: GatewayVerb<'readStatus'> = async (ctx) => {
  const status = await ctx.ports.readStatus()
  if (status.state !== 'ready') ctx.respondUnavailable()
  return status
}

const readOperationsOf: GatewayVerb<'readOperations'> = ({ ports }) => readOperations(ports.operations())

const readTrace: GatewayVerb<'readTrace'> = async ({ ports }, { params }) => {
  const spans = await readTraceSpans(ports.operations(), params.traceId)
  if (spans.length === 0) throw notFound()
  return { spans }
}

/** The verbs of the gateway's own routes. */
export const gatewayVerbs = {
  readSession,
  mintToken,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  exportOwnData,
  readStatus,
  readOperations: readOperationsOf,
  readTrace,
  ...remoteVerbs,
}

interface OwnRoutesOptions extends Omit<GatewayPorts, 'readStatus'> {
  readonly database: Database
  readonly access: AuditLog
  readonly passportKeys: SigningKeys
  readonly status: StatusSources
  readonly log: Logger
  readonly telemetry: Telemetry
}

/** Binds the gateway's own routes as services bind theirs. */
export function bindOwnRoutes(options: OwnRoutesOptions) {
  const { database, access, log, telemetry, passportKeys, status, ...ports } = options
  return bindRoutes<typeof gatewayApi, GatewayPorts>({
    ...{ service: 'gateway', api: gatewayApi, verbs: gatewayVerbs },
    ...{ database, audit: access, log, telemetry, uploads: null },
    ports: { ...ports, readStatus: createStatusReader(status) },
    verify: passportVerifier('gateway', passportKeys.find),
    // The gateway has no projections to wait for.
    awaitSeen: () => Promise.resolve(),
  })
}
