import type { IncomingMessage, ServerResponse } from 'node:http'
import { passportHeader } from '@portal/contracts/passport'
import type { Identity, ProviderClaims } from '@portal/contracts/team'
import { passportVerifier, remotePassportKeys } from '@portal/service-kit/passport'
import { type FixedService, json, startFixedService } from './fixed-service.ts'

/**
 * Team's answers about people, from a table that tests write; every question must carry the
 * gateway's own passport.
 */
export interface FixedTeam extends FixedService {
  /** By login name. */
  readonly people: Map<string, Identity>
  /** How often people were looked up. */
  readonly lookUps: { count: number }
  /** The address of every invitation. */
  readonly invited: { email: string | null }
}

/** Starts it; `gatewayUrl` is where passport keys are published. */
export async function startFixedTeam(gatewayUrl: () => string): Promise<FixedTeam> {
  const people = new Map<string, Identity>()
  const lookUps = { count: 0 }
  const invited: { email: string | null } = { email: null }
  const byId = (id: string) => [...people.values()].find((person) => person.personId === id)
  let verify: ReturnType<typeof passportVerifier> | null = null
  async function internal(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    verify ??= passportVerifier('team', remotePassportKeys(gatewayUrl()))
    // As team does, also where the keys of passports were replaced a moment ago.
    const claims = await verify(String(incoming.headers[passportHeader])).catch(() => null)
    if (claims === null) return json(outgoing, {}, { status: 401 })
    if (claims.kind !== 'service' || claims.sub !== 'gateway') return json(outgoing, {}, { status: 403 })
    if (incoming.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const { username } = JSON.parse(Buffer.concat(chunks).toString()) as ProviderClaims
      return json(outgoing, people.get(username ?? ''))
    }
    if (incoming.url?.startsWith('/internal/invitations/')) return json(outgoing, { email: invited.email })
    lookUps.count += 1
    const person = byId(decodeURIComponent((incoming.url ?? '').split('/').at(-1) ?? ''))
    if (person) json(outgoing, person)
    else json(outgoing, { message: 'Not found', code: 'not_found', requestId: 'x' }, { status: 404 })
  }
  const service = await startFixedService()
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url?.startsWith('/internal/')) return internal(incoming, outgoing)
    return json(outgoing, {})
  }
  service.respond = respond
  return Object.assign(service, { people, lookUps, invited })
}

/** A member of an organization, as team describes one. */
export function identity(personId: string, facts: Partial<Identity> = {}): Identity {
  return {
    personId,
    email: `${personId}@example.com`,
    firstName: 'Ada',
    lastName: 'Example',
    profileImageUrl: null,
    organization: { id: 7, name: 'Acme' },
    role: 'admin',
    departments: [1],
    isMasterAdmin: false,
    isDisabled: false,
    sessionsValidFrom: null,
    ...facts,
  }
}
