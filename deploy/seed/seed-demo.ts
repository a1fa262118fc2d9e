import { readFile } from 'node:fs/promises'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { keepTrying, type Patience } from '../keep-trying.ts'
import { ensureCampaigns } from './demo-campaigns.ts'
import { demoDocuments, demoFile, fileNameOf } from './demo-documents.ts'
import { ensureHistories, notHeardYet } from './demo-histories.ts'
import {
  type DemoPerson,
  demoFacilitator,
  demoFounder,
  demoOrganization,
  demoOwners,
  demoPeople,
} from './demo-people.ts'
import { type DemoSession, emailOf, ensureAccount, enter, type SeedOptions } from './demo-session.ts'

/**
 * Creates the demo through the public API: accounts at the provider, the rest as those people. Each
 * step checks first, so an interrupted start resumes; requests are repeated, with their idempotency
 * keys, while the portal does not answer.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { patience } = options
  await ensureAccount(options, demoFounder)
  const founder = await enter(options, demoFounder)
  await ensureOrganization(founder.client)
  patience.note(`Organization ${demoOrganization}`)
  const sessions = await ensureMembers(options, founder)
  // The facilitator logs in anew: a session may know an older role for some seconds.
  const author = await enter(options, demoFacilitator)
  await ensureDepartments(founder.client, author.client)
  patience.note(`${demoPeople.length + 1} people`)
  await ensureDocuments(author.client, patience)
  patience.note(`${demoDocuments.length} documents`)
  const clients = new Map([...sessions].map(([username, { client }]) => [username, client]))
  await ensureHistories({ author: author.client, approvers: clients, patience })
  patience.note('Their versions and approvals')
  await ensureCampaigns({ author: author.client, readers: clients, patience })
  patience.note('Who has read them')
  for (const { leave } of [author, ...sessions.values()]) await leave()
}

/** By login name. */
type Sessions = ReadonlyMap<string, DemoSession>

async function ensureOrganization(founder: Client): Promise<void> {
  const { organizationId } = await founder.call(teamApi.currentUser, {})
  if (organizationId === null)
    await founder.call(teamApi.createOrganization, { body: { name: demoOrganization } })
}

/** Signs everyone in, one after the other: checking a password is heavy work by design. */
async function ensureMembers(options: SeedOptions, founder: DemoSession): Promise<Sessions> {
  const { organization } = await founder.client.call(teamApi.currentUser, {})
  const joinCode = organization?.joinCode ?? ''
  const sessions = new Map([[demoFounder.username, founder]])
  for (const person of demoPeople) {
    await ensureAccount(options, person)
    const session = await enter(options, person)
    await ensureMember(session.client, person, { founder: founder.client, joinCode })
    sessions.set(person.username, session)
  }
  return sessions
}

async function ensureMember(
  client: Client,
  { role }: DemoPerson,
  { founder, joinCode }: { readonly founder: Client; readonly joinCode: string },
): Promise<void> {
  if (role === null || role === 'operator') return
  const me = await client.call(teamApi.currentUser, {})
  if (me.organizationId === null) await client.call(teamApi.joinOrganization, { params: { code: joinCode } })
  if (me.role === role || role === 'team_member') return
  await founder.call(teamApi.changeRole, { params: { userId: me.id }, body: { role } })
}

/** Assigns unassigned people; later changes are kept. Nobody may assign themselves. */
async function ensureDepartments(founder: Client, facilitator: Client): Promise<void> {
  const numbers = await departmentNumbers(founder)
  const members = await founder.call(teamApi.listMembers, { query: {} })
  const assign = async (by: Client, person: DemoPerson) => {
    const member = members.find(({ email }) => email === emailOf(person))
    const departments = person.departments?.flatMap((name) => numbers.get(name) ?? []) ?? []
    if (!member || member.departments.length > 0 || departments.length === 0) return
    await by.call(teamApi.assignDepartments, { params: { userId: member.id }, body: { departments } })
  }
  for (const person of demoPeople) await assign(founder, person)
  await assign(facilitator, demoFounder)
}

/** By name. */
async function departmentNumbers(client: Client): Promise<ReadonlyMap<string, number>> {
  return new Map((await client.call(teamApi.listDepartments, {})).map(({ id, name }) => [name, id]))
}

async function ensureDocuments(author: Client, patience: Patience): Promise<void> {
  const uploaded = await author.call(documentsApi.listDocuments, { query: {} })
  const present = new Set(uploaded.map(({ customId }) => customId))
  const departments = await departmentNumbers(author)
  const members = await author.call(teamApi.listMembers, { query: {} })
  const ownerIdOf = (customId: string) => {
    const username = demoOwners.find((each) => each.customId === customId)?.owner ?? ''
    return members.find(({ email }) => email === emailOf({ username }))?.id ?? ''
  }
  for (const document of demoDocuments.filter(({ customId }) => !present.has(customId))) {
    const { customId, title, department, visibleTo = [] } = document
    const departmentId = departments.get(department)
    const readers = visibleTo.flatMap((name) => departments.get(name) ?? []).join(',')
    const form = { title, customId, visibleTo: readers, ownerId: ownerIdOf(customId) }
    const file = new Blob([new Uint8Array(await readFile(demoFile(document, 1)))])
    const fileName = fileNameOf(document)
    const sent = {
      form: { ...form, ...(departmentId === undefined ? {} : { departmentId }) },
      file,
      fileName,
    }
    await keepTrying(() => author.call(documentsApi.uploadDocument, sent).catch(notHeardYet), patience)
  }
  await ensureReviews(author)
}

/** A document with a cycle of its own was done before: what people changed since is kept. */
async function ensureReviews(author: Client): Promise<void> {
  const documents = await author.call(documentsApi.listDocuments, { query: {} })
  for (const { customId, reviewInDays } of demoOwners) {
    const document = documents.find((each) => each.customId === customId)
    if (reviewInDays === undefined || document?.review.cycleMonths !== null) continue
    const nextReviewOn = new Date(Date.now() + reviewInDays * 86_400_000).toISOString().slice(0, 10)
    const body = { nextReviewOn, reviewCycleMonths: 12 }
    await author.call(documentsApi.changeDocument, { params: { id: document.id }, body })
  }
}
