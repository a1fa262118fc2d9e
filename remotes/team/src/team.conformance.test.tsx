// @vitest-environment happy-dom
import { departmentPalette } from '@portal/contracts/departments'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { fixedInvitation } from './testing/fixed-invitations.ts'
import { fixedDepartments, fixedMember, fixedSelf } from './testing/fixed-people.ts'
import { currentUser } from './testing/fixed-user.ts'
import { renderTeam } from './testing/render-team.tsx'

const never = () => new Promise<Response>(() => undefined)
const silent = (status: number) => () => new Response('', { status })
const toastShown = () => readToasts().toasts[0]
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

const people = [
  fixedSelf('admin'),
  fixedMember('Tomás', { role: 'facilitator' }),
  fixedMember('Amara', { role: 'manager' }),
  fixedMember('Jonas'),
  fixedMember('Noor'),
]

/** Product §2 and decision 61: what the three figures count. */
const figures = [
  { label: 'Administrators', value: '1' },
  { label: 'Employees', value: '2' },
  { label: 'Departments', value: '5' },
]

describe('product §2: Team Management', () => {
  it('/team is titled Team Management, for leaders, linked as Team and as Team Management', () => {
    expect(manifest.routes).toContainEqual({
      path: '/team',
      screen: 'team',
      when: ['member'],
      permission: 'member:read',
      title: 'Team Management',
      layout: 'topbar',
    })
    expect(manifest.navigation).toContainEqual({
      label: 'Team',
      sidebarLabel: 'Team Management',
      to: '/team',
      icon: 'users',
      order: 50,
      permission: 'member:read',
      topBar: ['member'],
      sidebar: ['member'],
    })
  })

  it.each(['Organization Overview', 'Team Members', 'Departments'])('has a section %s', async (name) => {
    renderTeam()
    expect(await screen.findByRole('region', { name })).toBeTruthy()
  })

  it.each(figures)('the overview counts $label: $value', async ({ label, value }) => {
    renderTeam({ members: people })
    const overview = within(screen.getByRole('region', { name: 'Organization Overview' }))
    const figure = overview.getByText(label).closest('dl')
    await waitFor(() => expect(figure?.textContent).toBe(`${label}${value}`))
  })

  it.each([
    { role: 'admin', word: 'Admin' },
    { role: 'facilitator', word: 'Facilitator' },
    { role: 'manager', word: 'Manager' },
    { role: 'team_member', word: 'Employee' },
  ] as const)('decision 6: the role $role reads $word', async ({ role, word }) => {
    renderTeam({ members: [fixedMember('Priya', { role })] })
    const row = within(await screen.findByRole('list', { name: 'Team members' }))
    expect(row.getByText(word)).toBeTruthy()
  })
})

/** Product §5: department names and colours, and the messages for invalid ones. */
const departments = [
  { name: '', color: '#10B981', refusal: 'Department name must be at least 2 characters' },
  { name: ' Q ', color: '#10B981', refusal: 'Department name must be at least 2 characters' },
  { name: 'QA', color: '#10B98', refusal: 'Invalid color format' },
  { name: 'QA', color: 'green', refusal: 'Invalid color format' },
  { name: 'QA', color: '#10b981', refusal: null },
  { name: '  جودة  ', color: '#FFFFFF', refusal: null },
]

const created = { id: 6, name: 'Quality', color: '#3B82F6', createdAt: '2026-01-14T10:20:00.000Z' }

async function openCreate(setup: Parameters<typeof renderTeam>[0] = {}) {
  const team = renderTeam(setup)
  await team.person.click(await screen.findByRole('button', { name: 'Create Department' }))
  return team
}

describe('product §5, §6, §8, §9: creating a department', () => {
  it.each([
    { role: 'admin', isAllowed: true },
    { role: 'facilitator', isAllowed: false },
    { role: 'manager', isAllowed: false },
  ] as const)('$role may create and delete: $isAllowed', async ({ role, isAllowed }) => {
    renderTeam({ role })
    await screen.findByRole('link', { name: 'Operations' })
    expect(screen.queryByRole('button', { name: 'Create Department' }) !== null).toBe(isAllowed)
    expect(screen.queryByRole('button', { name: 'Delete department Operations' }) !== null).toBe(isAllowed)
  })

  it('the default colour is #10B981, of a palette of 8', async () => {
    await openCreate()
    expect(field('Color as #RRGGBB').value).toBe('#10B981')
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      ...departmentPalette,
    ])
    expect(departmentPalette).toHaveLength(8)
    expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('#10B981')
  })

  it.each(departments)('"$name" in $color: $refusal', async ({ name, color, refusal }) => {
    const { person, server } = await openCreate({ responses: { 'POST /api/departments': never } })
    if (name !== '') await person.type(field('Name'), name)
    await person.clear(field('Color as #RRGGBB'))
    await person.type(field('Color as #RRGGBB'), color)
    await person.keyboard('{Enter}')
    const sent = server.requests('POST /api/departments').map(({ body }) => body)
    expect(sent).toEqual(refusal === null ? [{ name: name.trim(), color }] : [])
    if (refusal === null) return
    expect(screen.getByText(refusal)).toBeTruthy()
    const wrong = refusal.startsWith('Department name') ? 'Name' : 'Color as #RRGGBB'
    expect(document.activeElement).toBe(field(wrong))
    expect(field('Name').value).toBe(name)
  })

  it('success says so, closes the dialog and reads the departments again', async () => {
    const { person, server } = await openCreate({
      responses: { 'POST /api/departments': () => Response.json(created, { status: 201 }) },
    })
    await person.type(field('Name'), 'Quality')
    await person.click(screen.getByRole('radio', { name: 'Blue' }))
    server.now({ 'GET /api/departments': () => Response.json([...fixedDepartments, created]) })
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Department' }))
    await screen.findByRole('link', { name: 'Quality' })
    expect(server.requests('POST /api/departments')[0]?.body).toEqual({ name: 'Quality', color: '#3B82F6' })
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'Department created successfully',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    { response: () => errorResponse(409, 'This name is taken.'), description: 'This name is taken.' },
    { response: silent(500), description: 'Failed to create department' },
  ])('a failure shows Error: $description, and what was typed stays', async ({ response, description }) => {
    const { person } = await openCreate({ responses: { 'POST /api/departments': response } })
    await person.type(field('Name'), 'Quality{Enter}')
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(field('Name').value).toBe('Quality')
  })
})

async function openDelete(setup: Parameters<typeof renderTeam>[0] = {}) {
  const team = renderTeam(setup)
  await team.person.click(await screen.findByRole('button', { name: 'Delete department Operations' }))
  return team
}

const deletion = 'DELETE /api/departments/5'
const confirm = () => button('Delete department')

describe('product §2, §8 and decision 27: deleting a department', () => {
  it.each([
    { documents: 0, text: 'No document is filed in it.' },
    { documents: 1, text: '1 document stays in the library; its department becomes "None".' },
    { documents: 35, text: '35 documents stay in the library; their department becomes "None".' },
  ])('the dialog says what happens to $documents documents', async ({ documents, text }) => {
    await openDelete({ responses: { 'GET /api/documents': () => Response.json(documentsIn(5, documents)) } })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('success says so, reads the departments again, and the focus goes to their list', async () => {
    const { person, server } = await openDelete({
      responses: { [deletion]: () => new Response(null, { status: 204 }) },
    })
    server.now({ 'GET /api/departments': () => Response.json(fixedDepartments.slice(0, 4)) })
    await person.click(confirm())
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Operations' })).toBeNull())
    expect(toastShown()).toMatchObject({ title: 'Success', description: 'Department deleted successfully' })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Departments' })),
    )
  })

  it.each([
    { response: () => errorResponse(404, 'Not found'), description: 'Not found' },
    { response: silent(500), description: 'Failed to delete department' },
  ])('a failure shows Error: $description, and the dialog stays', async ({ response, description }) => {
    const { person } = await openDelete({ responses: { [deletion]: response } })
    await person.click(confirm())
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(confirm().disabled).toBe(false)
  })
})

function documentsIn(departmentId: number, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `0190b6c1-0000-7000-8000-${String(at).padStart(12, '0')}`,
    customId: `DOC-${at}`,
    title: `Policy ${at}`,
    departmentId,
    departmentName: 'Operations',
    isActive: true,
    visibleTo: [],
    createdAt: '2026-01-14T10:20:00.000Z',
    organizationId: 7,
    fileName: 'policy.pdf',
    fileType: 'application/pdf',
    sizeBytes: 1,
    currentVersion: null,
    ingestion: { state: 'ready', reason: null, passages: 1 },
  }))
}

const inviting = 'POST /api/invitations'
const invited = fixedInvitation(1, { email: 'priya@halden.test' })
const sent = { message: 'Sent.', invitation: invited }

async function openInvite(setup: Parameters<typeof renderTeam>[0] = {}) {
  const team = renderTeam(setup)
  await team.person.click(screen.getByRole('button', { name: 'Invite Team Member' }))
  return team
}

const send = () => button('Send Invitation')

describe('product §2, §5, §6, §8, §9: Invite Team Member', () => {
  it.each(['admin', 'facilitator', 'manager', 'team_member'] as const)('%s can open it', async (role) => {
    await openInvite({ role })
    expect(screen.getByRole('dialog', { name: 'Invite Team Member' })).toBeTruthy()
  })

  it('offers team_member, the default, and admin', async () => {
    await openInvite()
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' })
    expect([...select.options].map(({ value }) => value)).toEqual(['team_member', 'admin'])
    expect(select.value).toBe('team_member')
  })

  it('decision 5: a manager is shown what only an administrator can give, and why', async () => {
    await openInvite({ role: 'manager' })
    const option = screen.getByRole<HTMLOptionElement>('option', { name: 'Admin' })
    expect(option.disabled).toBe(true)
    expect(screen.getByText('A manager can only bring in people as Employee.')).toBeTruthy()
  })

  it.each(['', '   '])('without an address ("%s") says Email Required', async (typed) => {
    const { person, server } = await openInvite()
    if (typed !== '') await person.type(field('Email'), typed)
    await person.click(send())
    expect(toastShown()).toMatchObject({
      title: 'Email Required',
      description: 'Please enter an email address',
    })
    expect(document.activeElement).toBe(field('Email'))
    expect(server.requests(inviting)).toEqual([])
  })

  it('success says so, sends address and role, and closes the dialog', async () => {
    const { person, server } = await openInvite({
      responses: { [inviting]: () => Response.json(sent, { status: 201 }) },
    })
    await person.type(field('Email'), ' Priya@Halden.test')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'admin')
    await person.click(send())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests(inviting)[0]?.body).toEqual({ email: 'priya@halden.test', role: 'admin' })
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'User invitation sent successfully',
    })
  })

  it('while it runs the dialog is locked', async () => {
    const { person } = await openInvite({ responses: { [inviting]: never } })
    await person.type(field('Email'), 'priya@halden.test{Enter}')
    expect(button('Sending...').disabled).toBe(true)
    await person.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('without a mailer the link stands there to be copied', async () => {
    const link = 'https://portal.test/invitation/abc'
    const { person } = await openInvite({
      responses: { [inviting]: () => Response.json({ ...sent, link }, { status: 201 }) },
    })
    await person.type(field('Email'), 'priya@halden.test{Enter}')
    expect(await screen.findByText(link)).toBeTruthy()
    expect(button('Copy invitation link')).toBeTruthy()
    await person.click(button('Done'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    {
      response: () =>
        Response.json({ message: 'You may not.', suggestedAction: 'Ask an administrator.' }, { status: 403 }),
      description: 'You may not. Ask an administrator.',
    },
    { response: () => errorResponse(409, 'Already invited.'), description: 'Already invited.' },
    { response: silent(500), description: 'Failed to send invitation' },
  ])('a failure shows Invitation Failed: $description, and what was typed stays', async (failure) => {
    const { person } = await openInvite({ responses: { [inviting]: failure.response } })
    await person.type(field('Email'), 'priya@halden.test{Enter}')
    await waitFor(() =>
      expect(toastShown()).toMatchObject({
        title: 'Invitation Failed',
        description: failure.description,
      }),
    )
    expect(field('Email').value).toBe('priya@halden.test')
  })
})

const rotation = 'POST /api/organizations/join-code'
const switchOff = 'DELETE /api/organizations/join-code'

function organizationWith(joinCode: string | null) {
  const organization = { id: 7, name: 'Halden Medical', code: 'HALDEN', joinCode }
  return () => Response.json(currentUser({ organizationId: 7, role: 'admin', organization }))
}

describe('decisions 1, 2 and 55: ID, join code and join link', () => {
  it.each([
    { role: 'admin', sees: true },
    { role: 'facilitator', sees: true },
    { role: 'manager', sees: false },
  ] as const)('$role sees and changes the join code: $sees', async ({ role, sees }) => {
    renderTeam({ role, ...(sees ? {} : { joinCode: null }) })
    expect(await screen.findByText('HALDEN')).toBeTruthy()
    expect(screen.queryByText('K7QDM2XA') !== null).toBe(sees)
    expect(screen.queryByRole('button', { name: 'Copy join link' }) !== null).toBe(sees)
    expect(screen.queryByRole('button', { name: 'New Code' }) !== null).toBe(sees)
    expect(screen.queryByText('Joining by code is switched off.')).toBeNull()
  })

  it('the link leads to /join with the code', async () => {
    renderTeam()
    expect(await screen.findByText(`${window.location.origin}/join/K7QDM2XA`)).toBeTruthy()
  })

  it('a new code is asked for, created and shown', async () => {
    const { person, server } = renderTeam({
      responses: { [rotation]: () => Response.json({ joinCode: 'N3WC0D3' }) },
    })
    await person.click(await screen.findByRole('button', { name: 'New Code' }))
    server.now({ 'GET /api/auth/user': organizationWith('N3WC0D3') })
    await person.click(button('Create new code'))
    expect(await screen.findByText('N3WC0D3')).toBeTruthy()
    expect(toastShown()).toMatchObject({ title: 'Success', description: 'New join code created' })
  })

  it('joining by code can be switched off, and on again', async () => {
    const { person, server } = renderTeam({
      responses: {
        [switchOff]: () => new Response(null, { status: 204 }),
        [rotation]: () => Response.json({ joinCode: 'N3WC0D3' }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Switch Off' }))
    server.now({ 'GET /api/auth/user': organizationWith(null) })
    await person.click(button('Switch off'))
    expect(await screen.findByText('Joining by code is switched off.')).toBeTruthy()
    server.now({ 'GET /api/auth/user': organizationWith('N3WC0D3') })
    await person.click(button('Create Join Code'))
    expect(await screen.findByText('N3WC0D3')).toBeTruthy()
  })

  it.each([
    { ask: 'New Code', confirm: 'Create new code', said: 'Failed to create a new join code' },
    { ask: 'Switch Off', confirm: 'Switch off', said: 'Failed to switch off joining by code' },
  ])('$ask failing shows Error: $said', async ({ ask, confirm: confirmation, said }) => {
    const { person } = renderTeam({ responses: { [rotation]: silent(500), [switchOff]: silent(500) } })
    await person.click(await screen.findByRole('button', { name: ask }))
    await person.click(button(confirmation))
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description: said }))
  })
})
