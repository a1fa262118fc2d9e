import { type Client, RequestError } from '@portal/contracts/client'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Role } from '@portal/contracts/permissions'
import { type Identity, type ProviderClaims, teamApi } from '@portal/contracts/team'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { type TeamPortsUnderTest, teamPorts } from '@portal/testkit/team-ports'
import { service as team } from '../src/service.ts'

/** An organization with its founder, who is its admin. */
export interface Founded {
  readonly id: number
  readonly founder: string
  readonly admin: Client
  readonly joinCode: string
}

/** Team with people who register, found organizations and join them through its public door. */
export interface TeamUnderTest extends AsyncDisposable {
  readonly under: ServiceUnderTest
  readonly ports: TeamPortsUnderTest
  /** Every event that team told, in the order of its publication. */
  readonly told: readonly EventEnvelope[]
  /** Somebody new; answers their person id. */
  register(claims?: Partial<ProviderClaims>): Promise<string>
  identity(personId: string): Promise<Identity>
  /** A client with the rights that the person has now, as the gateway would give them. */
  as(personId: string): Promise<Client>
  found(name?: string): Promise<Founded>
  /**
   * Somebody new who joins by code and is then given this role by the founder; for `facilitator`
   * only the first.
   */
  join(organization: Founded, role?: Role): Promise<string>
}

/** Starts it; what is not given of the ports lives in memory. */
export async function startTeamUnderTest(given: Partial<TeamPortsUnderTest> = {}): Promise<TeamUnderTest> {
  const ports = teamPorts(given)
  const under = await startUnderTest(team, { ports })
  const told: EventEnvelope[] = []
  await under.bus.tail({ topics: ['team'], handle: (event) => void told.push(event) })
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
  const join = async (organization: Founded, role: Role = 'team_member') => {
    const personId = await register()
    const code = organization.joinCode
    await (await as(personId)).call(teamApi.joinOrganization, { params: { code } })
    const change = { params: { userId: personId }, body: { role } }
    if (role !== 'team_member') await organization.admin.call(teamApi.changeRole, change)
    return personId
  }
  const stop = () => under.stop()
  return { under, ports, told, register, identity, as, found, join, [Symbol.asyncDispose]: stop }
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

/** Status and stable code of a refusal; null when the call was answered. */
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
