// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedInvitation } from './testing/fixed-invitations.ts'
import { fixedDepartments, fixedMember, fixedSelf } from './testing/fixed-people.ts'
import { renderTeam } from './testing/render-team.tsx'
import { renderUsers } from './testing/render-users.tsx'

const khalid = fixedMember('khalid', { firstName: 'خالد', lastName: 'المنصوري' })
const many = (count: number) => Array.from({ length: count }, (_, at) => fixedMember(`person-of-${at}`))
const rows = () => screen.getByRole<HTMLTableElement>('table', { name: 'Active users' }).rows.length - 1
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search users' })

describe('the list of people', () => {
  it('is shown once departments are known, which would break the lines of its rows anew', async () => {
    const departments = Promise.withResolvers<Response>()
    renderUsers({ others: [khalid], responses: { 'GET /api/departments': () => departments.promise } })
    await screen.findByText('2')
    screen.getByRole('status', { name: 'Loading users' })
    expect(screen.queryByRole('table', { name: 'Active users' })).toBeNull()
    departments.resolve(Response.json(fixedDepartments))
    await screen.findByText('khalid@halden.test')
    expect(screen.queryByRole('status', { name: 'Loading users' })).toBeNull()
  })

  it('is shown although departments cannot be read', async () => {
    renderUsers({
      others: [khalid],
      responses: { 'GET /api/departments': () => errorResponse(403, 'You may not see departments.') },
    })
    await screen.findByText('khalid@halden.test')
  })
})

describe('a long list of people', () => {
  it('has no search box while it fits a screen', async () => {
    renderUsers({ others: [khalid] })
    await screen.findByText('khalid@halden.test')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('is drawn in parts: of 125 users 20, then 100 more', async () => {
    const { person } = renderUsers({ others: many(124) })
    await screen.findByText('20 of 125 users')
    expect(rows()).toBe(20)
    await person.click(screen.getByRole('button', { name: 'Show more users' }))
    expect(rows()).toBe(120)
    expect(screen.getByText('120 of 125 users')).toBeTruthy()
  })

  it('is searched by name in any script, and a search is kept in the address', async () => {
    const { person, navigations } = renderUsers({ others: [khalid, ...many(20)] })
    await screen.findByText('khalid@halden.test')
    await person.type(search(), 'منصوري')
    await waitFor(() => expect(rows()).toBe(1))
    await waitFor(() =>
      expect(new URL(navigations.at(-1) ?? '', 'http://a').searchParams.get('q')).toBe('منصوري'),
    )
  })

  it('opens at the search that a link holds', async () => {
    renderUsers({ others: [...many(20), khalid], path: '/users?q=khalid' })
    await screen.findByText('khalid@halden.test')
    expect(rows()).toBe(1)
    expect(search().value).toBe('khalid')
  })

  it('says so when nobody matches', async () => {
    renderUsers({ others: [khalid], path: '/users?q=nobody' })
    expect(await screen.findByText('Nobody matches "nobody"')).toBeTruthy()
  })
})

describe('a long list of invitations', () => {
  const guests = (count: number) => Array.from({ length: count }, (_, at) => fixedInvitation(at + 1))
  const listed = () =>
    within(screen.getByRole('table', { name: 'Invitations' })).getAllByRole('row').length - 1

  it('is drawn in parts and searched by address, role and state; the slash stays with the users', async () => {
    const accepted = fixedInvitation(99, { role: 'manager', acceptedAt: '2026-01-15T08:00:00.000Z' })
    const { person, navigations } = renderUsers({ others: many(20), invitations: [...guests(30), accepted] })
    await screen.findByText('20 of 31 invitations')
    await person.click(screen.getByRole('button', { name: 'Show more invitations' }))
    expect(listed()).toBe(31)
    const box = screen.getByRole('searchbox', { name: 'Search invitations' })
    await person.type(box, 'accepted manager')
    await waitFor(() => expect(listed()).toBe(1))
    expect(screen.getByText('invited-99@halden.test')).toBeTruthy()
    await waitFor(() =>
      expect(new URL(navigations.at(-1) ?? '', 'http://a').searchParams.get('invited')).toBe(
        'accepted manager',
      ),
    )
    await person.clear(box)
    await person.type(box, 'nobody')
    expect(await screen.findByText('No invitation matches "nobody"')).toBeTruthy()
    await person.click(document.body)
    await person.keyboard('/')
    expect(document.activeElement).toBe(search())
  })

  it('has no search box while it fits a screen', async () => {
    renderUsers({ invitations: guests(3) })
    await screen.findByText('invited-3@halden.test')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('somebody in a list', () => {
  it.each([
    { changes: {}, said: ['Priya Halden', 'Priya@halden.test'] },
    { changes: { firstName: null, lastName: null }, said: ['Priya@halden.test', 'Name not given yet'] },
    { changes: { email: null }, said: ['Priya Halden', 'No e-mail address'] },
  ])('is called $said', async ({ changes, said }) => {
    renderUsers({ others: [fixedMember('Priya', changes)] })
    for (const text of said) expect(await screen.findByText(text)).toBeTruthy()
  })

  it('with many departments has three named and the rest counted', async () => {
    renderUsers({ others: [fixedMember('Priya', { departments: [1, 2, 3, 4, 5] })] })
    expect(await screen.findByText('and 2 more')).toBeTruthy()
  })
})

describe('departments of a member', () => {
  const saving = 'PUT /api/users/Priya/departments'
  const priya = fixedMember('Priya', { departments: [1, 99] })

  it('are chosen in a dialog; one that is gone is not sent', async () => {
    const { person, server } = renderTeam({
      members: [priya],
      responses: { [saving]: () => Response.json({ ...priya, departments: [1, 5] }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Departments of Priya Halden' }))
    await person.click(screen.getByRole('checkbox', { name: 'Operations' }))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests(saving)[0]?.body).toEqual({ departments: [1, 5], seen: { departments: [1] } })
  })

  it('stay chosen when saving fails', async () => {
    const { person } = renderTeam({
      members: [priya],
      responses: { [saving]: () => errorResponse(503, 'Busy.') },
    })
    await person.click(await screen.findByRole('button', { name: 'Departments of Priya Halden' }))
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Operations' })
    await person.click(box)
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false),
    )
    expect(box.checked).toBe(true)
  })

  it("of oneself are not offered: the server refuses one's own row", async () => {
    renderTeam({ members: [fixedSelf('admin'), priya] })
    await screen.findByRole('button', { name: 'Departments of Priya Halden' })
    expect(screen.getByText('Ingrid Solberg')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Departments of Ingrid Solberg' })).toBeNull()
  })

  it('are not for a manager to choose', async () => {
    renderTeam({ role: 'manager', members: [priya] })
    await screen.findByText('Priya Halden')
    expect(screen.queryByRole('button', { name: 'Departments of Priya Halden' })).toBeNull()
  })
})

it('a list that could not be read says why, and the rest of the page works', async () => {
  const { person, server } = renderUsers({
    responses: { 'GET /api/invitations': () => errorResponse(503, 'Busy.') },
  })
  const section = within(screen.getByRole('region', { name: 'Pending Invitations' }))
  expect(await section.findByText('Busy.')).toBeTruthy()
  expect(await screen.findByText('Ingrid Solberg')).toBeTruthy()
  server.now({ 'GET /api/invitations': () => Response.json([]) })
  await person.click(section.getByRole('button', { name: 'Retry' }))
  expect(await section.findByText('No invitations')).toBeTruthy()
})
