import { documentsPassageSource } from '@portal/chat-service/answers/documents-passage-source'
import type { PassageSource } from '@portal/chat-service/ports'
import { httpProofSource } from '@portal/chat-service/proof/proof-source'
import { type Role, roles } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { httpAuditExtracts } from '@portal/documents-service/evidence/http-audit-extracts'
import type { SessionStore } from '@portal/gateway-service/authentication/session-store'
import { fixedSite } from '@portal/marketing-service/fixed-site.fixture'
import { openHeadsUnderTest } from '@portal/master-admin-service/audit/audit-heads.fixture'
import { httpTeamCommands } from '@portal/master-admin-service/commands/http-team-commands'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import type { Actor } from '@portal/testkit/passports'
import type { ServiceUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { sql } from 'drizzle-orm'
import { delegatesOf } from './delegates.ts'
import { startGatewayRoutes } from './gateway-routes.ts'
import { type Alter, type StartedServices, startServices } from './start-services.ts'

/** In every text of the other organization; it must never appear. */
export const canary = 'canary-9c41f7'

/** How a question begins that is answered from the organization's documents. */
export const citedQuestion = 'Cited: '

/** An organization with a member of every role. */
export interface Organization {
  readonly id: number
  readonly label: string
  readonly members: Readonly<Record<Role, Actor>>
}

/** Every service on one event log, with two organizations. */
export interface IsolatedPortal extends AsyncDisposable {
  readonly services: StartedServices & { readonly gateway: ServiceUnderTest }
  /** The store of browser sessions behind the gateway's routes. */
  readonly sessions: SessionStore
  readonly mine: Organization
  readonly theirs: Organization
}

/** The number of their latest: numbers are per organization, so mine must not reach it. */
export const theirDepartments = 100

/** Starts the portal's services, optionally altered. */
export async function startIsolatedPortal(alter?: Alter): Promise<IsolatedPortal> {
  const engines = await openDocumentEngines()
  const heads = await openHeadsUnderTest()
  // Answers do not matter for isolation: nothing is found unless a question says so.
  const passagesOf = (url: string): PassageSource => {
    const real = documentsPassageSource(url)
    return {
      ...real,
      retrieve: async (caller, question, limit) =>
        question.startsWith(citedQuestion) ? real.retrieve(caller, question, limit) : [],
    }
  }
  const model = {
    model: 'fixed',
    check: async () => {},
    answer: async function* ({ passages: [first] }: AnswerRequest) {
      if (first) yield { type: 'quote' as const, passageId: first.id, start: 0, end: first.text.length }
      yield { type: 'outcome' as const, outcome: first ? ('answered' as const) : ('no_evidence' as const) }
    },
  }
  const started: StartedServices = await startServices({
    ...(alter && { alter }),
    ports: {
      team: () => teamPorts(),
      documents: (urlOf) => ({
        ...engines.ports,
        audit: httpAuditExtracts(() => urlOf('master-admin')),
      }),
      chat: (urlOf) => ({
        passages: passagesOf(urlOf('documents')),
        model,
        delegates: delegatesOf(() => started),
        proof: httpProofSource(urlOf('documents'), () => urlOf('master-admin')),
      }),
      'master-admin': (urlOf) => ({
        auditHeads: heads.heads,
        team: httpTeamCommands(urlOf('team')),
        protectedAccounts: [],
      }),
      marketing: () => fixedSite(),
    },
  })
  const gateway = await startGatewayRoutes(started, alter)
  const services = { ...started, gateway: gateway.under }
  const mine = await newOrganization(services, 'Mine')
  const theirs = await newOrganization(services, canary)
  await reserveNumbers(services, theirs)
  await newDepartment(services, theirs)
  return {
    services,
    sessions: gateway.sessions,
    mine,
    theirs,
    async [Symbol.asyncDispose]() {
      // In reverse order, because the first one's event bus serves the others.
      await gateway.close()
      for (const under of Object.values(services).reverse()) await under.stop()
      await engines.close()
      await heads.close()
    },
  }
}

/** Registers a person named after the label. */
export async function register({ team: under }: StartedServices, label: string): Promise<string> {
  const subject = `${label}-${crypto.randomUUID()}`
  const body = {
    issuer: 'https://portal.test',
    subject,
    username: subject,
    email: `${subject}@example.org`,
    isEmailVerified: true,
    firstName: label,
    lastName: label,
  }
  return (await under.asService('gateway').call(teamApi.resolveIdentity, { body })).personId
}

/** Creates an organization with a member of every role. */
export async function newOrganization(services: StartedServices, label: string): Promise<Organization> {
  const founder = await register(services, label)
  const { id } = await services.team
    .as({ personId: founder })
    .call(teamApi.createOrganization, { body: { name: label } })
  const admin: Actor = { personId: founder, organizationId: id, role: 'admin' }
  const { joinCode: code } = await services.team.as(admin).call(teamApi.rotateJoinCode, {})
  const members: Record<Role, Actor> = { admin, facilitator: admin, manager: admin, team_member: admin }
  for (const role of roles.filter((other) => other !== 'admin')) {
    const personId = await register(services, label)
    await services.team.as({ personId }).call(teamApi.joinOrganization, { params: { code } })
    if (role !== 'team_member')
      await services.team.as(admin).call(teamApi.changeRole, { params: { userId: personId }, body: { role } })
    members[role] = { personId, organizationId: id, role }
  }
  return { id, label, members }
}

/** The next department has their latest number; as many requests cost more than the start. */
async function reserveNumbers({ team }: StartedServices, { id }: Organization): Promise<void> {
  const database = openDatabase({ urls: team.urls, name: 'numbers' })
  await database.tenantTx(id, (db) =>
    db.execute(sql`insert into departments (organization_id, number, name, color)
      values (${id}, ${theirDepartments - 1}, 'The last but one', '#10B981')`),
  )
  await database.close()
}

/** Adds a department. */
export function newDepartment({ team: under }: StartedServices, { members, label }: Organization) {
  const body = { name: `${label} ${crypto.randomUUID()}`, color: '#10B981' }
  return under.as(members.admin).call(teamApi.createDepartment, { body })
}
