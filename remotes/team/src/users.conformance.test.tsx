// @vitest-environment happy-dom
import type { Role } from '@portal/contracts/permissions'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/users.tsx'
import { fixedInvitation } from './testing/fixed-invitations.ts'
import { fixedMember, fixedSelf } from './testing/fixed-people.ts'
import { renderUsers } from './testing/render-users.tsx'

const never = () => new Promise<Response>(() => undefined)
const silent = (status: number) => () => new Response('', { status })
const toastShown = () => readToasts().toasts[0]
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const roleOf = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Role of ${name}` })
const valuesOf = (select: HTMLSelectElement) => [...select.options].map(({ value }) => value)

const jonas = fixedMember('Jonas', { lastName: 'Weber' })
const name = 'Jonas Weber'
const change = 'PATCH /api/users/Jonas/role'
const removal = 'DELETE /api/users/Jonas'

describe('product §2: User Management', () => {
  it('/users is titled User Management, for members', () => {
    expect(manifest.routes).toContainEqual({
      path: '/users',
      screen: 'users',
      when: ['member'],
      title: 'User Management',
      layout: 'topbar',
      below: '/team',
    })
  })

  it.each(['Active Users', 'Pending Invitations'])('has a section %s', (section) => {
    renderUsers()
    expect(screen.getByRole('region', { name: section })).toBeTruthy()
  })

  it('whoever may not look reads Access Denied, and nothing is asked for', () => {
    const session = fixedSession('team_member')
    const { server } = renderScreen(Screen, { session })
    expect(screen.getByText('Access Denied')).toBeTruthy()
    expect(screen.getByText("You don't have permission to access user management.")).toBeTruthy()
    expect(server.requests('GET /api/users')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Active Users' })).toBeNull()
  })

  it('whoever is refused by the server reads the same', async () => {
    renderUsers({ responses: { 'GET /api/users': () => errorResponse(403, 'No.') } })
    expect(await screen.findByText("You don't have permission to access user management.")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Invite User' })).toBeNull()
  })
})

/** Product §6: three roles look, two of them act. */
const viewers: readonly { readonly role: Role; readonly edits: boolean }[] = [
  { role: 'admin', edits: true },
  { role: 'facilitator', edits: true },
  { role: 'manager', edits: false },
]

/**
 * Product §6, decision 4: roles offered for an employee, by actor and existence of a facilitator.
 */
const grants: readonly { role: Role; hasFacilitator: boolean; offered: readonly Role[] }[] = [
  { role: 'facilitator', hasFacilitator: true, offered: ['facilitator', 'admin', 'manager', 'team_member'] },
  { role: 'admin', hasFacilitator: true, offered: ['admin', 'manager', 'team_member'] },
  { role: 'admin', hasFacilitator: false, offered: ['facilitator', 'admin', 'manager', 'team_member'] },
]

/** Decision 7: rows that are shut, with the reason that stands beside them. */
const shut = [
  { who: 'oneself', row: 'Ingrid Solberg', others: [], reason: 'You cannot change your own role.' },
  {
    who: 'a facilitator, for an admin',
    row: name,
    others: [{ ...jonas, role: 'facilitator' as const }],
    reason: 'Only a facilitator can change the role of a facilitator.',
  },
  {
    who: 'a protected account of the lowest rank that may not fall',
    row: name,
    others: [{ ...jonas, role: 'facilitator' as const, isProtected: true }],
    reason: 'The role of this built-in account cannot be lowered.',
  },
]

describe('product §6, §8: roles', () => {
  it.each(viewers)('$role sees users; role change, removal, invitations: $edits', async ({ role, edits }) => {
    renderUsers({ role, others: [jonas] })
    await screen.findByText(name)
    expect(screen.queryByRole('combobox', { name: `Role of ${name}` }) !== null).toBe(edits)
    expect(screen.queryByRole('button', { name: `Delete user ${name}` }) !== null).toBe(edits)
    expect(screen.queryByRole('button', { name: 'Invite User' }) !== null).toBe(edits)
    expect(screen.queryByRole('region', { name: 'Pending Invitations' }) !== null).toBe(edits)
  })

  it.each(grants)('$role, facilitator exists $hasFacilitator: offers $offered', async (grant) => {
    const tomas = fixedMember('Tomás', { role: 'facilitator' })
    renderUsers({ role: grant.role, others: grant.hasFacilitator ? [jonas, tomas] : [jonas] })
    await screen.findByText(name)
    expect(valuesOf(roleOf(name))).toEqual(grant.offered)
  })

  it.each(shut)('$who: the role is shut and says why', async ({ row, others, reason }) => {
    renderUsers({ others })
    await screen.findByText(row)
    expect(roleOf(row).disabled).toBe(true)
    expect(document.getElementById(roleOf(row).getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      reason,
    )
    expect(button(`Delete user ${row}`).disabled).toBe(true)
  })

  it('the last admin keeps the role, and can be removed by nobody', async () => {
    renderUsers({ role: 'facilitator', others: [{ ...jonas, role: 'admin' }] })
    await screen.findByText(name)
    expect(roleOf(name).disabled).toBe(true)
    expect(button(`Delete user ${name}`).title).toBe('The organization needs at least one admin.')
  })

  it('a change shows at once, is sent, and says so', async () => {
    const { person, server } = renderUsers({
      others: [jonas],
      responses: { [change]: () => Response.json({ ...jonas, role: 'manager' }) },
    })
    await screen.findByText(name)
    server.now({ 'GET /api/users': () => Response.json([fixedSelf(), { ...jonas, role: 'manager' }]) })
    await person.selectOptions(roleOf(name), 'Manager')
    await waitFor(() =>
      expect(toastShown()).toMatchObject({
        title: 'Success',
        description: 'User role updated successfully',
      }),
    )
    expect(server.requests(change).map(({ body }) => body)).toEqual([{ role: 'manager' }])
    expect(roleOf(name).value).toBe('manager')
  })

  it('while a change runs the new role stands there, busy, and no other is sent', async () => {
    const { person, server } = renderUsers({ others: [jonas], responses: { [change]: never } })
    await screen.findByText(name)
    await person.selectOptions(roleOf(name), 'Manager')
    expect(roleOf(name).value).toBe('manager')
    expect(roleOf(name).getAttribute('aria-busy')).toBe('true')
    await person.selectOptions(roleOf(name), 'Admin')
    expect(server.requests(change)).toHaveLength(1)
  })

  it.each(['ArrowUp', 'ArrowDown'])('%s opens the list instead of giving the next role away', async (key) => {
    renderUsers({ others: [jonas] })
    await screen.findByText(name)
    const showPicker = vi.fn()
    Object.assign(roleOf(name), { showPicker })
    const isLeftToTheBrowser = fireEvent.keyDown(roleOf(name), { key })
    expect(isLeftToTheBrowser).toBe(false)
    expect(showPicker).toHaveBeenCalledOnce()
  })

  it.each([
    {
      response: () => errorResponse(409, 'The organization needs at least one admin.'),
      said: 'The organization needs at least one admin.',
    },
    { response: silent(500), said: 'Failed to update user role' },
  ])('a failure shows Error: $said, and the old role', async ({ response, said }) => {
    const { person } = renderUsers({ others: [jonas], responses: { [change]: response } })
    await screen.findByText(name)
    await person.selectOptions(roleOf(name), 'Manager')
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description: said }))
    expect(roleOf(name).value).toBe('team_member')
  })
})

describe('product §6, §8: deleting a user', () => {
  const question = 'Are you sure you want to delete this user? This action cannot be undone.'

  it('asks in the specified words, deletes, says so, and the focus goes to the list', async () => {
    const { person, server } = renderUsers({
      others: [jonas],
      responses: { [removal]: () => new Response(null, { status: 204 }) },
    })
    await person.click(await screen.findByRole('button', { name: `Delete user ${name}` }))
    expect(screen.getByRole('alertdialog', { name: 'Delete user' })).toBeTruthy()
    expect(screen.getByText(question)).toBeTruthy()
    expect(screen.getByRole('alertdialog').textContent).toContain('What awaits their approval is handed')
    server.now({ 'GET /api/users': () => Response.json([fixedSelf()]) })
    await person.click(button('Delete user'))
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
    expect(toastShown()).toMatchObject({ title: 'Success', description: 'User deleted successfully' })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('table', { name: 'Active users' })),
    )
  })

  it('Cancel deletes nobody', async () => {
    const { person, server } = renderUsers({ others: [jonas] })
    await person.click(await screen.findByRole('button', { name: `Delete user ${name}` }))
    await person.click(button('Cancel'))
    expect(server.requests(removal)).toEqual([])
  })

  it.each([
    { response: () => errorResponse(403, 'You may not.'), said: 'You may not.' },
    { response: silent(500), said: 'Failed to delete user' },
  ])('a failure shows Error: $said', async ({ response, said }) => {
    const { person } = renderUsers({ others: [jonas], responses: { [removal]: response } })
    await person.click(await screen.findByRole('button', { name: `Delete user ${name}` }))
    await person.click(button('Delete user'))
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description: said }))
  })
})

describe('product §5, §9: Invite User', () => {
  const offered = (role: Role) => screen.getByRole<HTMLOptionElement>('option', { name: labels[role] })
  const labels = { facilitator: 'Facilitator', admin: 'Admin', manager: 'Manager', team_member: 'Employee' }

  it('offers four roles, of which team_member is the default', async () => {
    const { person } = renderUsers()
    await person.click(button('Invite User'))
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' })
    expect(valuesOf(select)).toEqual(['facilitator', 'admin', 'manager', 'team_member'])
    expect(select.value).toBe('team_member')
  })

  it.each([
    { role: 'admin', hasFacilitator: true, isOpen: false },
    { role: 'admin', hasFacilitator: false, isOpen: true },
    { role: 'facilitator', hasFacilitator: true, isOpen: true },
  ] as const)('$role, facilitator exists $hasFacilitator: may invite facilitators $isOpen', async (given) => {
    const others = given.hasFacilitator ? [fixedMember('Tomás', { role: 'facilitator' })] : [jonas]
    const { person } = renderUsers({ role: given.role, others })
    await screen.findByRole('table', { name: 'Active users' })
    await person.click(button('Invite User'))
    expect(offered('facilitator').disabled).toBe(!given.isOpen)
    const rule = screen.queryByText('Only a facilitator can assign the facilitator role.')
    expect(rule !== null).toBe(!given.isOpen)
  })

  it.each(['', 'priya', 'priya@halden', 'priya @halden.test'])(
    '"%s" is an Invalid email address',
    async (typed) => {
      const { person, server } = renderUsers()
      await person.click(button('Invite User'))
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
      if (typed !== '') await person.type(field, typed)
      await person.click(button('Send Invitation'))
      expect(screen.getByText('Invalid email address')).toBeTruthy()
      expect(document.activeElement).toBe(field)
      expect(field.value).toBe(typed)
      expect(server.requests('POST /api/invitations')).toEqual([])
    },
  )
})

const at = '2026-01-14T10:20:00.000Z'

/** Product §4 and decision 47: what the row of an invitation says and offers. */
const rows = [
  { invitation: fixedInvitation(1), says: ['Pending', /^Expires/], isOpen: true },
  { invitation: fixedInvitation(1, { isExpired: true }), says: ['Pending', /^Expired/], isOpen: true },
  {
    invitation: fixedInvitation(1, { deliveryProblem: 'The address does not exist.' }),
    says: ['Pending', 'The address does not exist.'],
    isOpen: true,
  },
  { invitation: fixedInvitation(1, { acceptedAt: at }), says: ['Accepted'], isOpen: false },
]
const email = fixedInvitation(1).email

describe('product §2, §4 and decision 47: Pending Invitations', () => {
  it.each(rows)('$says can be sent again and revoked: $isOpen', async ({ invitation, says, isOpen }) => {
    renderUsers({ invitations: [invitation] })
    await screen.findByText(email)
    for (const text of says) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: `Resend invitation to ${email}` }) !== null).toBe(isOpen)
    expect(screen.queryByRole('button', { name: `Revoke invitation to ${email}` }) !== null).toBe(isOpen)
  })

  it('sending again says so; without a mailer the fresh link stands there', async () => {
    const invitation = fixedInvitation(1)
    const link = 'https://portal.test/invitation/fresh'
    const { person } = renderUsers({
      invitations: [invitation],
      responses: {
        [`POST /api/invitations/${invitation.id}/resend`]: () =>
          Response.json({ message: 'Sent.', invitation, link }),
      },
    })
    await person.click(await screen.findByRole('button', { name: `Resend invitation to ${email}` }))
    expect(await screen.findByText(link)).toBeTruthy()
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'User invitation sent successfully',
    })
  })

  it('a revoked one leaves the list', async () => {
    const invitation = fixedInvitation(1)
    const { person, server } = renderUsers({
      invitations: [invitation],
      responses: { [`DELETE /api/invitations/${invitation.id}`]: () => new Response(null, { status: 204 }) },
    })
    await person.click(await screen.findByRole('button', { name: `Revoke invitation to ${email}` }))
    server.now({ 'GET /api/invitations': () => Response.json([]) })
    await person.click(button('Revoke invitation'))
    expect(await screen.findByText('No invitations')).toBeTruthy()
    expect(screen.queryByText(email)).toBeNull()
  })
})
