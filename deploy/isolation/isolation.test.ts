import { chat } from '@portal/chat-service/service'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { type Role, roleCan, roles } from '@portal/contracts/permissions'
import type { ProxiedService, Route } from '@portal/contracts/route'
import { teamApi } from '@portal/contracts/team'
import { documents } from '@portal/documents-service/service'
import {
  type HeadsUnderTest,
  openHeadsUnderTest,
} from '@portal/master-admin-service/audit/audit-heads.fixture'
import { httpTeamCommands } from '@portal/master-admin-service/commands/http-team-commands'
import { masterAdmin } from '@portal/master-admin-service/service'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { team } from '@portal/team-service/service'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Ids, requestOf, sampledRoutes } from './route-samples.ts'

/** Stands in every text field of the other organization; it must never come out. */
const canary = 'canary-9c41f7'

/** More than mine gets in the course of this test. */
const theirDepartments = 100

let engines: DocumentEngines
let heads: HeadsUnderTest
let services: Readonly<Record<ProxiedService, ServiceUnderTest>>
let mine: Organization
let theirs: Organization
const unknown: Ids = {
  organizationId: '987654321',
  userId: 'nobody',
  code: 'NOSUCHCODE22',
  departmentNumber: '2147483647',
  documentId: uuidV7(),
  versionId: uuidV7(),
  conversationId: uuidV7(),
  invitationId: uuidV7(),
  invitationToken: 'no-such-token',
}

/** An organization with a member of every role. */
interface Organization {
  readonly id: number
  readonly members: Readonly<Record<Role, Actor>>
}

beforeAll(async () => {
  engines = await openDocumentEngines()
  heads = await openHeadsUnderTest()
  const first = await startUnderTest(team, { ports: teamPorts({ operators: ['operator'] }) })
  const { office, bus } = first
  // What chat asks for and answers with is not what this test is about: nothing is found.
  const passages = { retrieve: async () => [], verify: async () => [] }
  const model = {
    model: 'fixed',
    check: async () => {},
    answer: async function* () {
      yield { type: 'outcome' as const, outcome: 'no_evidence' as const }
    },
  }
  services = {
    team: first,
    documents: await startUnderTest(documents, { ports: engines.ports, office, bus }),
    chat: await startUnderTest(chat, { ports: { passages, model }, office, bus }),
    'master-admin': await startUnderTest(masterAdmin, {
      ports: {
        auditHeads: heads.heads,
        team: httpTeamCommands(first.service.url),
        protectedAccounts: [],
      },
      office,
      bus,
    }),
  }
  mine = await newOrganization('Mine')
  theirs = await newOrganization(canary)
  while ((await newDepartment(theirs)).id < theirDepartments);
}, 120_000)

afterAll(async () => {
  // In reverse: the first one's event bus serves the others.
  for (const under of Object.values(services).reverse()) await under.stop()
  await engines.close()
  await heads.close()
})

async function register(name: string): Promise<string> {
  const subject = `${name}-${crypto.randomUUID()}`
  const body = {
    issuer: 'https://portal.test',
    subject,
    username: subject,
    email: `${subject}@example.org`,
    isEmailVerified: true,
    firstName: name,
    lastName: name,
  }
  return (await services.team.asService('gateway').call(teamApi.resolveIdentity, { body })).personId
}

async function newOrganization(name: string): Promise<Organization> {
  const founder = await register(name)
  const organization = await services.team
    .as({ personId: founder })
    .call(teamApi.createOrganization, { body: { name } })
  const admin: Actor = { personId: founder, organizationId: organization.id, role: 'admin' }
  const me = await services.team.as(admin).call(teamApi.currentUser, {})
  const code = me.organization?.joinCode ?? ''
  const member = async (role: Role): Promise<Actor> => {
    const personId = await register(name)
    await services.team.as({ personId }).call(teamApi.joinOrganization, { params: { code } })
    if (role !== 'team_member') {
      await services.team.as(admin).call(teamApi.changeRole, { params: { userId: personId }, body: { role } })
    }
    return { personId, organizationId: organization.id, role }
  }
  const members = {
    admin,
    facilitator: await member('facilitator'),
    manager: await member('manager'),
    team_member: await member('team_member'),
  }
  return { id: organization.id, members }
}

/** Fresh things of an organization, and a conversation of this person. */
async function thingsOf(organization: Organization, asker: Actor, route: Route): Promise<Ids> {
  const label = organization === theirs ? canary : crypto.randomUUID()
  const document = await services.documents.as(organization.members.admin).call(documentsApi.uploadDocument, {
    form: { title: `${label} ${crypto.randomUUID()}` },
    file: new Blob([`The ${label} policy says that records are kept for seven years.\n`]),
    fileName: `${label}.txt`,
  })
  const versionId = document.currentVersion?.id ?? ''
  const reader = services.documents.as(organization.members.admin)
  const params = { id: document.id, versionId }
  // Its text is read in the background; until then there is none to show to anybody.
  await vi.waitFor(() => reader.call(documentsApi.readVersionText, { params }), {
    timeout: 15_000,
    interval: 25,
  })
  const { conversation } = await services.chat
    .as(asker)
    .call(chatApi.ask, { body: { question: `${label} records` } })
  const target = await register(label)
  const { joinCode: code } = await services.team
    .as(organization.members.admin)
    .call(teamApi.rotateJoinCode, {})
  await services.team.as({ personId: target }).call(teamApi.joinOrganization, { params: { code } })
  return {
    organizationId: String(organization.id),
    userId: target,
    code,
    departmentNumber: String(await departmentOf(organization, asker)),
    documentId: document.id,
    versionId,
    conversationId: conversation.id,
    ...(await invitationOf(organization, route)),
  }
}

/** A department that only this organization has: numbers are its own, so theirs are out of reach of what mine gets here. */
async function departmentOf(organization: Organization, asker: Actor): Promise<number> {
  if (organization === theirs) return theirDepartments
  if (asker.role !== 'admin') return 1
  return (await newDepartment(organization)).id
}

function newDepartment({ members }: Organization) {
  const body = { name: `Department ${crypto.randomUUID()}`, color: '#10B981' }
  return services.team.as(members.admin).call(teamApi.createDepartment, { body })
}

/** A fresh invitation, for the routes of invitations alone: nobody may cause as many mails a day as this matrix has cells. */
async function invitationOf({ members }: Organization, { path }: Route) {
  if (!path.startsWith('/api/invitations/')) return { invitationId: uuidV7(), invitationToken: 'none' }
  const { invitation, link } = await services.team.as(members.admin).call(teamApi.createInvitation, {
    body: { email: `${crypto.randomUUID()}@example.org` },
  })
  return { invitationId: invitation.id, invitationToken: link?.split('/').at(-1) ?? '' }
}

async function send(sampled: ReturnType<typeof sampledRoutes>[number], ids: Ids, actor: Actor | null) {
  const under = services[sampled.service as 'team']
  const passport =
    actor === null ? '' : await under.office.person(actor, [sampled.service, ...sampled.route.passes])
  const response = await under.service.fetch(requestOf(sampled, ids, passport))
  return { status: response.status, text: await response.text() }
}

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

/** Whether the route lets this actor in at all, by its contract alone. */
function isAllowed(route: Route, actor: Actor): boolean {
  if (route.can === 'service') return false
  if (route.can === 'operator') return actor.isOperator === true
  if (route.can === 'public' || route.can === 'signed-in') return true
  return actor.organizationId !== undefined && roleCan(actor.role ?? null, route.can)
}

describe.each(sampledRoutes())('$service.$name', (sampled) => {
  const { route, sample } = sampled

  it('asks a visitor to log in', async () => {
    const { status, text } = await send(sampled, unknown, null)
    expect(status).toBe(route.can === 'public' ? 200 : 401)
    expect(text).toContain('Unauthorized')
  })

  it('refuses a passport for another service, and one that has expired', async () => {
    const under = services[sampled.service as 'team']
    for (const passport of [
      await under.office.person(mine.members.admin, ['elsewhere']),
      await under.office.person(mine.members.admin, [sampled.service], -1),
      'not.a.token',
    ]) {
      expect((await under.service.fetch(requestOf(sampled, unknown, passport))).status).toBe(401)
    }
  })

  it.each([
    { who: 'a person without organization', isOperator: false },
    { who: 'an operator without organization', isOperator: true },
  ])('gives $who nothing of any organization', async ({ isOperator }) => {
    const actor = { personId: await register('loner'), isOperator }
    const { status, text } = await send(sampled, unknown, actor)
    if (!isAllowed(route, actor)) expect(status).toBe(403)
    else expect([200, 201, 404]).toContain(status)
    // Names and counts of organizations are what an operator's lists are for.
    if (route.can !== 'operator' || !isOperator) expect(text).not.toContain(canary)
  })

  it.each(roles)(
    'lets a %s do what the permission table says with own things, and nothing with foreign or unknown ones',
    async (role) => {
      const actor = mine.members[role]
      const own = await send(sampled, await thingsOf(mine, actor, route), actor)
      if (!isAllowed(route, actor) || sample.isRefusedByRule?.(role)) {
        expect(own.status).toBe(403)
        return
      }
      expect([200, 201, 204, 409]).toContain(own.status)
      expect(own.text).not.toContain(canary)
      if (!sample.hasIds || /\{(code|token)\}/.test(route.path)) return
      const foreign = await send(sampled, await thingsOf(theirs, theirs.members[role], route), actor)
      const none = await send(sampled, unknown, actor)
      expect([foreign.status, none.status]).toEqual([404, 404])
      expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(none.text))
    },
  )
})
