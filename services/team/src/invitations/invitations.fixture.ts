import type { Client } from '@portal/contracts/client'
import type { Role } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { type MemoryIdentityAdmin, memoryIdentityAdmin } from '@portal/testkit/identity/memory-identity-admin'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { sql } from 'drizzle-orm'
import { invitations } from '../schema.ts'
import { service as team } from '../service.ts'

/** A person to register; the address is verified by default. */
export interface Registration {
  readonly email?: string
  readonly isEmailVerified?: boolean
  readonly firstName?: string
  /** The provider's subject; random by default. */
  readonly subject?: string
}

/** Team with a new organization for each test. */
export interface InvitingTeam extends AsyncDisposable {
  readonly under: ServiceUnderTest
  readonly identities: MemoryIdentityAdmin
  register(registration?: Registration): Promise<string>
  /** A client with the person's present permissions, as the gateway would grant them. */
  as(personId: string): Promise<Client>
  /** An organization with its founder, an admin. */
  found(name?: string): Promise<{ readonly founder: string; readonly organizationId: number }>
  /** A further member of the founder's organization. */
  member(founder: string, role?: Role): Promise<string>
  /** Ages the organization's invitations. */
  letDaysPass(organizationId: number, days: number): Promise<void>
}

/** Starts team with this mailer. */
export async function startInviting(mailer: Mailer | null): Promise<InvitingTeam> {
  const identities = memoryIdentityAdmin()
  const under = await startUnderTest(team, { ports: teamPorts({ mailer, identities, operators: ['olga'] }) })
  const internal = under.asService('gateway')
  const as = async (personId: string) => {
    const { organization, role, isMasterAdmin } = await internal.call(teamApi.readIdentity, {
      params: { personId },
    })
    return under.as({
      personId,
      isOperator: isMasterAdmin,
      ...(organization ? { organizationId: organization.id } : {}),
      ...(role ? { role } : {}),
    })
  }
  const register = async (registration: Registration = {}) => {
    const subject = registration.subject ?? crypto.randomUUID()
    const body = {
      issuer: 'https://portal.test/oidc',
      subject,
      username: subject,
      email: registration.email ?? `${subject}@example.org`,
      isEmailVerified: registration.isEmailVerified ?? true,
      firstName: registration.firstName ?? 'Amara',
      lastName: 'Osei',
    }
    return (await internal.call(teamApi.resolveIdentity, { body })).personId
  }
  return {
    under,
    identities,
    register,
    as,
    found: async (name = 'Halden Medical') => {
      const founder = await register()
      const { id } = await (await as(founder)).call(teamApi.createOrganization, { body: { name } })
      return { founder, organizationId: id }
    },
    member: async (founder, role = 'team_member') => {
      const admin = await as(founder)
      const code = (await admin.call(teamApi.currentUser, {})).organization?.joinCode ?? ''
      const personId = await register()
      await (await as(personId)).call(teamApi.joinOrganization, { params: { code } })
      if (role !== 'team_member')
        await admin.call(teamApi.changeRole, { params: { userId: personId }, body: { role } })
      return personId
    },
    letDaysPass: async (organizationId, days) => {
      const database = openDatabase({ urls: under.urls, name: 'time' })
      const earlier = (column: typeof invitations.expiresAt | typeof invitations.createdAt) =>
        sql`${column} - make_interval(days => ${days})`
      await database.platformTx((db) =>
        db
          .update(invitations)
          .set({ expiresAt: earlier(invitations.expiresAt), createdAt: earlier(invitations.createdAt) })
          .where(own(invitations, { organizationId })),
      )
      await database.close()
    },
    [Symbol.asyncDispose]: () => under.stop(),
  }
}
