import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { profileApi } from '@portal/contracts/erasure'
import { ErrorBody } from '@portal/contracts/errors'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { type Route, routeUrl } from '@portal/contracts/route'
import { allRoutes } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import { lazy } from '@portal/service-kit/lazy'
import type { Actor } from '@portal/testkit/passports'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  type IsolatedPortal,
  newDepartment,
  newOrganization,
  register,
  startIsolatedPortal,
} from '../isolation/isolated-portal.ts'
import { unknownIds } from '../isolation/things.ts'
import { newGap, newGoldenQuestion, newGoldenRun, newVerifiedAnswer } from './learned-rows.ts'

let portal: IsolatedPortal

beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 240_000)
afterAll(() => portal[Symbol.asyncDispose]())

/** The few of one person, document or version, and figures: in their own order (decision 29). */
const withoutParts = [
  'gateway.listOwnSessions',
  'documents.listVersions',
  'documents.findSameContent',
  'documents.listApprovals',
  'documents.listPendingApprovals',
  'documents.listApprovalRules',
  'documents.listPendingAcknowledgements',
  'documents.listComments',
  'analytics.listTrendingQuestions',
  'analytics.listUnansweredQuestions',
  'analytics.listRecommendations',
  'analytics.listDepartmentActivity',
  'analytics.listCoveredDocuments',
]

const lists = allRoutes()
  .filter(({ route }) => route.isPublicPath && route.method === 'GET' && route.returns instanceof z.ZodArray)
  .map((owned) => ({ ...owned, title: `${owned.service}.${owned.name}` }))
  .filter(({ title }) => !withoutParts.includes(title))

/** Ids in the paths of lists, made once: of what their rows belong to. */
const paths: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  'documents.listCampaignPeople': lazy(async () => ({ id: (await startCampaign()).id })),
}

type List = (typeof lists)[number]
type Row = Readonly<Record<string, unknown>>

interface Part {
  readonly status: number
  readonly rows: readonly Row[]
  readonly total: number
  readonly message: string
}

/** Reads a part as somebody who may read every list. */
async function read({ service, route, title }: List, query: Row, actor?: Actor): Promise<Part> {
  const under = portal.services[service as 'team']
  const reader = actor ?? { ...portal.mine.members.admin, isOperator: true }
  const passport = await under.office.person(reader, [service, ...route.passes])
  const address = `http://service${routeUrl(route as Route, await paths[title]?.(), query)}`
  const answer = await under.service.fetch(
    new Request(address, { headers: { 'x-portal-passport': passport } }),
  )
  const body: unknown = await answer.json()
  return answer.ok
    ? {
        status: answer.status,
        rows: z.array(z.record(z.string(), z.unknown())).parse(body),
        total: Number(answer.headers.get('x-total-count')),
        message: '',
      }
    : { status: answer.status, rows: [], total: Number.NaN, message: ErrorBody.parse(body).message }
}

/** What the contract says the cursor is: the row's id. */
function cursorOf({ name }: List, row: Row | undefined): unknown {
  if (name === 'listAudit') return row?.['sequence']
  if (name === 'listIngestionProblems') return row?.['versionId']
  return row?.['id'] ?? row?.['organizationId']
}

const upload = (file: string, fileName = 'policy.txt') =>
  admin('documents').call(documentsApi.uploadDocument, {
    form: { title: crypto.randomUUID() },
    file: new Blob([file]),
    fileName,
  })

const uploadReadable = () => upload(`The policy ${crypto.randomUUID()} is short.\n`)

/** A PDF's first object and no more, as after a torn transfer: the parser finds no page. */
const uploadDamaged = () =>
  upload(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >> % ${crypto.randomUUID()}\n`, 'policy.pdf')

const startCampaign = async () => {
  const { currentVersion } = await uploadReadable()
  const body = { versionId: currentVersion?.id ?? '' }
  return admin('documents').call(documentsApi.startCampaign, { body })
}

const acknowledge = async () => {
  const { id, versionId, contentHash } = await startCampaign()
  await vi.waitFor(
    async () => {
      const pending = await admin('documents').call(documentsApi.listPendingAcknowledgements, {})
      expect(pending.map(({ campaignId }) => campaignId)).toContain(id)
    },
    { timeout: 45_000, interval: 50 },
  )
  const input = { params: { versionId }, body: { contentHash } }
  await admin('documents').call(documentsApi.acknowledge, input)
}

const uploadAndDelete = async () => {
  const { id } = await uploadReadable()
  await admin('documents').call(documentsApi.deleteDocument, { params: { id } })
}

const join = async ({ services, mine } = portal) => {
  const { joinCode: code } = await services.team.as(mine.members.admin).call(teamApi.rotateJoinCode, {})
  const joiner = services.team.as({ personId: await register(services, 'joiner') })
  await joiner.call(teamApi.joinOrganization, { params: { code } })
}

const askForErasure = async () => {
  const personId = await register(portal.services, 'leaving')
  await portal.services.team.as({ personId }).call(profileApi.requestErasure, {})
}

const remove = async () => {
  const { id } = await newOrganization(portal.services, 'Doomed')
  const actor = { personId: await register(portal.services, 'operator'), isOperator: true }
  const operator = portal.services['master-admin'].as(actor, ['master-admin', 'team'])
  await operator.call(masterAdminApi.deleteOrganization, { params: { id } })
}

const admin = (service: 'team' | 'documents'): Client =>
  portal.services[service].as(portal.mine.members.admin)

const asker = (): Client => portal.services.chat.as(portal.mine.members.admin, ['chat', 'documents'])

/** How one more row of a list is made. */
const makers: Readonly<Record<string, () => Promise<unknown>>> = {
  'team.listDepartments': () => newDepartment(portal.services, portal.mine),
  'team.listMembers': () => join(),
  'team.listMemberNames': () => join(),
  'team.listInvitations': () =>
    admin('team').call(teamApi.createInvitation, { body: { email: `${crypto.randomUUID()}@example.org` } }),
  'team.listNotifications': uploadDamaged,
  'documents.listDocuments': uploadReadable,
  'documents.listDeletedDocuments': uploadAndDelete,
  'documents.listIngestionProblems': uploadDamaged,
  'documents.listCampaigns': startCampaign,
  'documents.listCampaignPeople': () => join(),
  'documents.listOwnAcknowledgements': acknowledge,
  'chat.listConversations': () => asker().call(chatApi.ask, { body: { question: 'records' } }),
  'chat.listGaps': async () => newGap(asker(), (await uploadReadable()).id),
  'chat.listVerifiedAnswers': async () => {
    await uploadReadable()
    await newVerifiedAnswer(asker())
  },
  'chat.listGoldenQuestions': async () => newGoldenQuestion(asker(), (await uploadReadable()).id),
  'chat.listGoldenRuns': async () => {
    await newGoldenQuestion(asker(), (await uploadReadable()).id)
    await newGoldenRun(asker())
  },
  'master-admin.listOrganizations': () => newOrganization(portal.services, 'Another'),
  'master-admin.listUsers': () => register(portal.services, 'another'),
  'master-admin.listDeletions': remove,
  'master-admin.listErasures': askForErasure,
  'master-admin.listAudit': () => newDepartment(portal.services, portal.mine),
  'master-admin.listPlatformAudit': () => newDepartment(portal.services, portal.mine),
  'analytics.listActivity': () => newDepartment(portal.services, portal.mine),
}

/** Makes a row; it may come with an event. */
async function grow(list: List): Promise<void> {
  const make = makers[list.title]
  if (!make) throw new Error(`How a row of ${list.title} is made must be added here.`)
  const { total } = await read(list, { limit: 1 })
  await make()
  await vi.waitFor(async () => expect((await read(list, { limit: 1 })).total).toBeGreaterThan(total), {
    timeout: 45_000,
    interval: 50,
  })
}

const leastRows = 4

describe.each(lists)('$title', (list) => {
  it('comes in parts without gap or double while rows are added, with its total', {
    timeout: 90_000,
  }, async () => {
    // More than one part; some rows come with those of other lists.
    while ((await read(list, { limit: 1 })).total < leastRows) await grow(list)
    // Reading across organizations is itself recorded, so that trail never stands still.
    const before = await read(list, {})
    const wanted = before.rows.map((row) => cursorOf(list, row))
    expect(before.total).toBe(before.rows.length)
    expect(new Set(wanted).size).toBe(before.rows.length)
    const found: unknown[] = []
    for (let isLast = false; !isLast; ) {
      const cursor = found.at(-1)
      const part = await read(list, { limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      expect(part.total).toBeGreaterThanOrEqual(before.total)
      if (cursor === undefined) await grow(list)
      found.push(...part.rows.map((row) => cursorOf(list, row)))
      isLast = part.rows.length < 3
    }
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((id) => wanted.includes(id))).toEqual(wanted)
    expect(wanted.length).toBeGreaterThanOrEqual(leastRows)
  })

  it('takes limits from 1 to 5,000 and says so otherwise', async () => {
    for (const limit of [1, 5000]) expect((await read(list, { limit })).status).toBe(200)
    for (const [limit, message] of [
      [0, 'Limit must be at least 1.'],
      [5001, 'Limit must be at most 5000.'],
      ['many', 'Limit must be a whole number.'],
    ])
      expect(await read(list, { limit })).toMatchObject({ status: 400, message })
  })

  it('shows nothing of another organization by a cursor from there, and refuses a cursor that is none', async () => {
    const { theirs } = portal
    const foreign = await read(list, { limit: 1 }, { ...theirs.members.admin, isOperator: true })
    const cursor = cursorOf(list, foreign.rows[0]) ?? unknownIds.documentId
    const own = (await read(list, {})).rows.map((row) => cursorOf(list, row))
    const after = await read(list, { cursor })
    expect([200, 400]).toContain(after.status)
    expect(after.rows.filter((row) => !own.includes(cursorOf(list, row)))).toEqual([])
    const junk = await read(list, { cursor: "' or 1=1 --" })
    expect(junk).toMatchObject({ status: 400, message: expect.stringMatching(/^Cursor .*\.$/) })
  })
})

it('counts what the caller may see, not what there is', async () => {
  const asker = { ...portal.mine.members.manager }
  const conversations = lists.find(({ title }) => title === 'chat.listConversations')
  if (!conversations) throw new Error('There is no list of conversations.')
  expect(await read(conversations, {}, asker)).toMatchObject({ rows: [], total: 0 })
  const { rows, total } = await read(conversations, { limit: 1 })
  expect(total).toBeGreaterThan(rows.length)
})
