import { gatewayApi } from '@portal/contracts/gateway'
import type { AuditLog } from '@portal/service-kit/audit/audit-log'
import type { Database } from '@portal/service-kit/database/open-database'
import { bindRoutes } from '@portal/service-kit/http/bind-routes'
import type { Logger } from '@portal/service-kit/logger'
import { passportVerifier } from '@portal/service-kit/passport'
import { createLocalJWKSet } from 'jose'
import type { SigningKeys } from '../secrets/signing-keys.ts'
import { createStatusReader, type StatusSources } from '../status/read-status.ts'
import { type GatewayPorts, gatewayVerbs } from './gateway-verbs.ts'

/** What the gateway's own routes are bound with. */
export interface OwnRoutesOptions extends Omit<GatewayPorts, 'readStatus'> {
  readonly database: Database
  readonly access: AuditLog
  readonly passportKeys: SigningKeys
  readonly status: StatusSources
  readonly log: Logger
}

/** Binds the gateway's own routes as services bind theirs. */
export function bindOwnRoutes(options: OwnRoutesOptions) {
  const { database, access, log, passportKeys, status, ...ports } = options
  return bindRoutes<typeof gatewayApi, GatewayPorts>({
    service: 'gateway',
    api: gatewayApi,
    verbs: gatewayVerbs,
    ports: { ...ports, readStatus: createStatusReader(status) },
    ...{ database, audit: access, log },
    verify: passportVerifier('gateway', createLocalJWKSet(passportKeys.publicKeys)),
    // The gateway has no projections to wait for.
    awaitSeen: () => Promise.resolve(),
    uploadBytesMax: 0,
  })
}
