import { passportHeader } from '@portal/contracts/passport'
import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { draw } from './sample-pictures.fixture.ts'

let team: TeamUnderTest
let photograph: { readonly form: Record<never, never>; readonly file: Blob; readonly fileName: string }

beforeAll(async () => {
  team = await startTeamUnderTest()
  photograph = { form: {}, file: new Blob([Buffer.from(await draw.jpeg(300, 300))]), fileName: 'me.jpg' }
})
afterAll(() => team[Symbol.asyncDispose]())

/** A GET as this person, as the gateway would send it. */
async function open(personId: string, path: string, headers: Record<string, string> = {}) {
  const { organization, role } = await team.identity(personId)
  const of = organization && role ? { organizationId: organization.id, role } : {}
  const passport = await team.under.office.person({ personId, ...of }, ['team'])
  const request = { headers: { ...headers, [passportHeader]: passport } }
  return team.under.service.fetch(new Request(`http://team${path}`, request))
}

it("a person's picture is seen by colleagues and by nobody else, until it is removed", async () => {
  const organization = await team.found()
  const personId = await team.join(organization)
  const colleague = await team.join(organization)
  const own = await team.as(personId)
  const { url } = await own.call(teamApi.changeOwnPicture, photograph)
  expect(url).toMatch(new RegExp(`^/api/users/${personId}/picture\\?version=[0-9a-f]{16}$`))
  expect((await own.call(teamApi.currentUser, {})).profileImageUrl).toBe(url)
  const listed = await organization.admin.call(teamApi.listMembers, {})
  expect(listed.find(({ id }) => id === personId)?.profileImageUrl).toBe(url)
  for (const viewer of [personId, colleague]) expect((await open(viewer, url ?? '')).status).toBe(200)
  const strangers = [(await team.found()).founder, await team.register()]
  for (const viewer of strangers) expect((await open(viewer, url ?? '')).status).toBe(404)
  await organization.admin.call(teamApi.removeMember, { params: { userId: personId } })
  expect((await open(colleague, url ?? '')).status).toBe(404)
  expect((await open(personId, url ?? '')).status).toBe(200)
  const outside = await team.as(personId)
  expect(await outside.call(teamApi.removeOwnPicture, {})).toEqual({ url: null })
  expect((await open(personId, url ?? '')).status).toBe(404)
  expect((await outside.call(teamApi.currentUser, {})).profileImageUrl).toBeNull()
})

it('a picture is sent as what it is, cached by its tag, and has another address when it changes', async () => {
  const organization = await team.found()
  const first = await organization.admin.call(teamApi.changeOwnPicture, photograph)
  const sent = await open(organization.founder, first.url ?? '')
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const tag = sent.headers.get('etag') ?? ''
  const again = await open(organization.founder, first.url ?? '', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const file = new Blob([Buffer.from(await draw.png(100, 100))])
  const second = await organization.admin.call(teamApi.changeOwnPicture, { ...photograph, file })
  expect(second.url).not.toBe(first.url)
  const changed = await open(organization.founder, second.url ?? '', { 'if-none-match': tag })
  expect(changed.status).toBe(200)
})

it('what is no picture changes nothing', async () => {
  const { admin } = await team.found()
  const { url } = await admin.call(teamApi.changeOwnPicture, photograph)
  const file = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])
  const refused = admin.call(teamApi.changeOwnPicture, { ...photograph, file })
  expect(await refusal(refused)).toEqual({ status: 415, code: 'unsupported_file' })
  expect((await admin.call(teamApi.currentUser, {})).profileImageUrl).toBe(url)
})

it("an organization's logo is changed by admins alone, and read by its members alone", async () => {
  const organization = await team.found()
  const member = await team.join(organization, 'facilitator')
  const byMember = (await team.as(member)).call(teamApi.changeLogo, photograph)
  expect(await refusal(byMember)).toEqual({ status: 403, code: 'forbidden' })
  const { url } = await organization.admin.call(teamApi.changeLogo, photograph)
  expect((await team.identity(member)).organization?.logoUrl).toBe(url)
  expect((await open(member, url ?? '')).status).toBe(200)
  const other = await team.found()
  expect((await open(other.founder, url ?? '')).status).toBe(404)
  await organization.admin.call(teamApi.removeLogo, {})
  expect((await open(member, url ?? '')).status).toBe(404)
  expect((await team.identity(member)).organization?.logoUrl).toBeNull()
})
