import { readFile } from 'node:fs/promises'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { signIn } from '@portal/testkit/sign-in'
import { isPassing, keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import { demoDocuments, demoFile } from './demo-documents.ts'
import { type DemoPerson, demoFounder, demoOrganization, demoPeople } from './demo-people.ts'

/** Where to create the demo, and its passwords. `patience.note` receives a line per step. */
export interface SeedOptions {
  readonly address: string
  readonly identities: IdentityAdmin
  readonly passwordOf: (username: string) => string
  readonly patience: Patience
}

/**
 * Creates the demo through the public API: accounts at the provider, the rest as those people. Each
 * step checks first, so an interrupted start resumes; requests are repeated, with their idempotency
 * keys, while the portal does not answer.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const report = options.patience.note
  const { client: founder, leave } = await enter(options, demoFounder)
  await ensureOrganization(founder)
  report(`Organization ${demoOrganization}`)
  const { organization } = await founder.call(teamApi.currentUser, {})
  const joinCode = organization?.joinCode ?? ''
  for (const person of demoPeople) await ensureMember(options, person, { founder, joinCode })
  await ensureDepartments(options, founder)
  report(`${demoPeople.length + 1} people`)
  await ensureDocuments(founder, report)
  await leave()
}

/**
 * Signs in, creating the account or setting its password first. `leave` ends the session, so that
 * nobody finds one they did not start.
 */
async function enter({ address, identities, passwordOf, patience }: SeedOptions, person: DemoPerson) {
  const { username, firstName, lastName } = person
  const password = passwordOf(username)
  await keepTrying(async () => {
    const subject = await identities.findSubject(username)
    const reference = `demo ${username}`
    const account = { username, email: emailOf(person), firstName, lastName, password, reference }
    if (subject === null) await identities.createAccount(account)
    else await identities.setPassword(subject, password)
  }, patience)
  const begin = () => keepTrying(() => signIn({ address, username, password }), patience)
  let browse = await begin()
  const send = (path: string, init: RequestInit) =>
    keepTrying(async () => {
      const response = await browse(path, init)
      // A start may take longer than a session lasts.
      if (response.status === 401) browse = await begin()
      else if (!isPassing(response.status) && !response.headers.has('retry-after')) return response
      throw new PassingResponse(`${path} was answered with ${response.status}.`)
    }, patience)
  const leave = async () => {
    const { headers } = await send('/api/logout', { method: 'POST' })
    await keepTrying(() => browse(headers.get('location') ?? '/'), patience)
  }
  return { client: createClient({ fetch: send }), leave }
}

function emailOf({ username }: DemoPerson): string {
  return `${username}@halden.example`
}

async function ensureOrganization(founder: Client): Promise<void> {
  const { organizationId } = await founder.call(teamApi.currentUser, {})
  if (organizationId === null)
    await founder.call(teamApi.createOrganization, { body: { name: demoOrganization } })
}

async function ensureMember(
  options: SeedOptions,
  person: DemoPerson,
  { founder, joinCode }: { readonly founder: Client; readonly joinCode: string },
): Promise<void> {
  const { client, leave } = await enter(options, person)
  const me = await client.call(teamApi.currentUser, {})
  const isMember = person.role !== null && person.role !== 'operator'
  if (isMember && me.organizationId === null)
    await client.call(teamApi.joinOrganization, { params: { code: joinCode } })
  await leave()
  if (person.role === null || person.role === 'operator') return
  if (me.role === person.role || person.role === 'team_member') return
  await founder.call(teamApi.changeRole, { params: { userId: me.id }, body: { role: person.role } })
}

/** Assigns unassigned people; later changes are kept. Nobody may assign themselves. */
async function ensureDepartments(options: SeedOptions, founder: Client): Promise<void> {
  const numbers = await departmentNumbers(founder)
  const members = await founder.call(teamApi.listMembers, { query: {} })
  const assign = async (by: Client, person: DemoPerson) => {
    const member = members.find(({ email }) => email === emailOf(person))
    const departments = person.departments?.flatMap((name) => numbers.get(name) ?? []) ?? []
    if (!member || member.departments.length > 0 || departments.length === 0) return
    await by.call(teamApi.assignDepartments, { params: { userId: member.id }, body: { departments } })
  }
  for (const person of demoPeople) await assign(founder, person)
  const facilitator = demoPeople.find(({ role }) => role === 'facilitator')
  if (!facilitator) return
  const { client, leave } = await enter(options, facilitator)
  await assign(client, demoFounder)
  await leave()
}

/** By name. */
async function departmentNumbers(founder: Client): Promise<ReadonlyMap<string, number>> {
  return new Map((await founder.call(teamApi.listDepartments, {})).map(({ id, name }) => [name, id]))
}

async function ensureDocuments(founder: Client, report: Patience['note']): Promise<void> {
  const uploaded = await founder.call(documentsApi.listDocuments, { query: {} })
  const present = new Set(uploaded.map(({ customId }) => customId))
  const departments = await departmentNumbers(founder)
  for (const document of demoDocuments.filter(({ customId }) => !present.has(customId))) {
    const { customId, title, department } = document
    const departmentId = departments.get(department)
    await founder.call(documentsApi.uploadDocument, {
      form: { title, customId, ...(departmentId === undefined ? {} : { departmentId }) },
      file: new Blob([new Uint8Array(await readFile(demoFile(document, 1)))]),
      fileName: `${customId} ${title.replace(/[:/]/g, '')}.${document.format}`,
    })
  }
  report(`${demoDocuments.length} documents`)
}
