import { type Client, RequestError } from '@portal/contracts/client'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Role } from '@portal/contracts/permissions'
import { type Identity, type ProviderClaims, teamApi } from '@portal/contracts/team'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { type TeamPortsUnderTest, teamPorts } from '@portal/testkit/team-ports'
import { service as team } from '../src/service.ts'

/** An organization with its founder, an admin. */
export interface Founded {
  readonly id: number
  readonly founder: string
  readonly admin: Client
  readonly joinCode: string
}

/** Team, used through its routes by people who register, create organizations and join them. */
export interface TeamUnderTest extends AsyncDisposable {
  readonly under: ServiceUnderTest
  readonly ports: TeamPortsUnderTest
  /** Team's events in the order of publication. */
  readonly emitted: readonly EventEnvelope[]
  /** Registers a person; resolves to their id. */
  register(claims?: Partial<ProviderClaims>): Promise<string>
  identity(personId: string): Promise<Identity>
  /** A client with the person's present permissions, as the gateway would grant them. */
  as(personId: string): Promise<Client>
  found(name?: string): Promise<Founded>
  /**
   * Registers a person who joins by code and gets this role from the founder; `facilitator` works
   * once.
   */
  join(organization: Pick<Founded, 'admin' | 'joinCode'>, role?: Role): Promise<string>
}

/** Starts team; ports that are not given are in memory. */
export async function startTeamUnderTest(given: Partial<TeamPortsUnderTest> = {}): Promise<TeamUnderTest> {
  const ports = teamPorts(given)
  const under = await startUnderTest(team, { ports })
  const emitted: EventEnvelope[] = []
  await under.bus.tail({ topics: ['team'], handle: (event) => void emitted.push(event) })
  const internal = under.asService('gateway')
  const identity = (personId: string) => internal.call(teamApi.readIdentity, { params: { personId } })
  const register = async (claims: Partial<ProviderClaims> = {}) => {
    const username = claims.username ?? `person-${crypto.randomUUID()}`
    const { personId } = await internal.call(teamApi.resolveIdentity, {
      body: { ...newcomer(username), ...claims },
    })
    return personId
  }
  const as = async (personId: string) => {
    const { organization, role, departments, isMasterAdmin } = await identity(personId)
    return under.as({
      personId,
      departments,
      isOperator: isMasterAdmin,
      ...(organization ? { organizationId: organization.id } : {}),
      ...(role ? { role } : {}),
    })
  }
  const found = async (name = 'Halden Medical'): Promise<Founded> => {
    const founder = await register()
    const { id } = await (await as(founder)).call(teamApi.createOrganization, { body: { name } })
    const admin = await as(founder)
    const me = await admin.call(teamApi.currentUser, {})
    return { id, founder, admin, joinCode: me.organization?.joinCode ?? '' }
  }
  const join: TeamUnderTest['join'] = async (organization, role: Role = 'team_member') => {
    const personId = await register()
    const code = organization.joinCode
    await (await as(personId)).call(teamApi.joinOrganization, { params: { code } })
    const change = { params: { userId: personId }, body: { role } }
    if (role !== 'team_member') await organization.admin.call(teamApi.changeRole, change)
    return personId
  }
  const stop = () => under.stop()
  return { under, ports, emitted, register, identity, as, found, join, [Symbol.asyncDispose]: stop }
}

function newcomer(username: string): ProviderClaims {
  return {
    issuer: 'https://portal.test/oidc',
    subject: `subject-of-${username}`,
    username,
    email: `${username}@example.org`,
    isEmailVerified: true,
    firstName: 'First',
    lastName: 'Last',
  }
}

/** Status and code of a refusal; null for success. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; code: string | null } | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, code: error.code }
    throw error
  }
}
