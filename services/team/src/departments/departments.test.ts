import { roles } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

type Founded = Awaited<ReturnType<TeamUnderTest['found']>>
const quality = { name: 'Quality', color: '#06B6D4' }
const create = ({ admin }: Founded, body = quality) => admin.call(teamApi.createDepartment, { body })
const remove = ({ admin }: Founded, id: number) => admin.call(teamApi.deleteDepartment, { params: { id } })
const numbers = async ({ admin }: Founded) =>
  (await admin.call(teamApi.listDepartments, {})).map(({ id }) => id)

describe('numbers of departments (decision 26)', () => {
  it('go on after the five of a new organization, in each organization by itself', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    expect(await create(mine)).toMatchObject({ id: 6, ...quality })
    expect(await create(mine)).toMatchObject({ id: 7 })
    expect(await create(theirs)).toMatchObject({ id: 6 })
    expect(await numbers(mine)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('are never given again, not even the highest after its deletion', async () => {
    const organization = await team.found()
    const { id } = await create(organization)
    await remove(organization, id)
    expect(await create(organization)).toMatchObject({ id: id + 1 })
    expect(await numbers(organization)).not.toContain(id)
  })

  it('differ when many are created at once', async () => {
    const organization = await team.found()
    const made = await Promise.all(Array.from({ length: 8 }, () => create(organization)))
    expect(made.map(({ id }) => id).sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
  })
})

describe('deleting a department', () => {
  it('takes it out of the list and away from its members, for everybody at once', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const assign = { params: { userId }, body: { departments: [1, 2] } }
    await organization.admin.call(teamApi.assignDepartments, assign)
    await remove(organization, 1)
    expect(await numbers(organization)).toEqual([2, 3, 4, 5])
    expect((await team.identity(userId)).departments).toEqual([2])
    expect(await refusal(remove(organization, 1))).toMatchObject({ status: 404 })
  })

  it('leaves the department of the same number in another organization alone', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    await create(theirs)
    expect(await refusal(remove(mine, 6))).toMatchObject({ status: 404 })
    await remove(mine, 3)
    expect(await numbers(theirs)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is told after the creation, with what projections need', async () => {
    const organization = await team.found()
    const { id } = await create(organization)
    await remove(organization, id)
    const own = () => team.emitted.filter(({ subject }) => subject === `${organization.id}/${id}`)
    await vi.waitFor(() => expect(own()).toHaveLength(2))
    expect(own().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'department.created', data: { number: id, ...quality } },
      { type: 'department.deleted', data: { number: id, name: quality.name } },
    ])
  })
})

it.each(roles.filter((role) => role !== 'admin'))(
  'a %s neither creates nor deletes departments (product §6)',
  async (role) => {
    const organization = await team.found()
    const client = await team.as(await team.join(organization, role))
    const refused = { status: 403, code: 'forbidden' }
    expect(await refusal(client.call(teamApi.createDepartment, { body: quality }))).toEqual(refused)
    expect(await refusal(client.call(teamApi.deleteDepartment, { params: { id: 1 } }))).toEqual(refused)
    expect(await numbers(organization)).toEqual([1, 2, 3, 4, 5])
  },
)

describe('what is filled in (product §5)', () => {
  it.each([
    ['a name of one letter', { name: 'Q' }, 'Department name must be at least 2 characters'],
    ['a name of blanks', { name: '   ' }, 'Department name must be at least 2 characters'],
    ['a colour by name', { color: 'red' }, 'Invalid color format'],
    ['a short colour', { color: '#1B9' }, 'Invalid color format'],
    ['a colour with transparency', { color: '#10B98180' }, 'Invalid color format'],
    ['a colour and more', { color: '#10B981;background:url(https://evil.example)' }, 'Invalid color format'],
    ['a colour and a line break', { color: '#10B981\n' }, 'Invalid color format'],
  ])('%s gets 400 with the specified text', async (_, wrong, message) => {
    const { admin } = await team.found()
    const call = admin.call(teamApi.createDepartment, { body: { ...quality, ...wrong } })
    await expect(call).rejects.toMatchObject({ status: 400, code: 'invalid_request', detail: message })
  })

  it('a name is trimmed, and markup in it is text that comes back as it was', async () => {
    const organization = await team.found()
    const name = '<img src=x onerror=alert(1)> & "quality"'
    expect(await create(organization, { ...quality, name: `  ${name} ` })).toMatchObject({ name })
  })
})
