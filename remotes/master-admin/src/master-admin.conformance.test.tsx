// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as Deletions } from './routes/deletions.tsx'
import { Screen as Erasures } from './routes/erasures.tsx'
import { Screen as Mail } from './routes/mail.tsx'
import { fixedOrganization, fixedUser, operatorSession, renderMaster } from './testing/render-master.tsx'

const never = () => new Promise<Response>(() => undefined)
const silent = (status: number) => () => new Response('', { status })
const toastShown = () => readToasts().toasts[0]
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const usersTab = '/master-admin?tab=users'

describe('product §2: the page', () => {
  it('is titled Master Admin Dashboard, for everybody who is logged in (decision 8)', () => {
    expect(manifest.routes[0]).toEqual({
      path: '/master-admin',
      screen: 'dashboard',
      when: ['signed-in'],
      title: 'Master Admin Dashboard',
      layout: 'topbar',
    })
  })

  it('is linked for operators only, in both layouts (product §2, §6)', () => {
    expect(manifest.navigation).toEqual([
      expect.objectContaining({
        label: 'Master Admin',
        to: '/master-admin',
        topBar: ['operator'],
        sidebar: ['operator'],
      }),
    ])
  })

  it('has its title and subtitle', () => {
    renderMaster()
    expect(screen.getByRole('heading', { level: 1, name: 'Master Admin Dashboard' })).toBeTruthy()
    expect(screen.getByText('Global overview of all organizations and users')).toBeTruthy()
  })

  it('is a skeleton while it loads', () => {
    renderMaster({ responses: { 'GET /api/master/organizations': never } })
    expect(screen.getByRole('status', { name: 'Loading organizations' })).toBeTruthy()
    renderMaster({ path: usersTab, responses: { 'GET /api/master/users': never } })
    expect(screen.getByRole('status', { name: 'Loading users' })).toBeTruthy()
  })
})

const outsiders = [
  { who: 'an admin', session: fixedSession('admin') },
  { who: 'a facilitator', session: fixedSession('facilitator') },
  { who: 'a manager', session: fixedSession('manager') },
  { who: 'a team member', session: fixedSession('team_member') },
  { who: 'someone without organization', session: fixedSession(null) },
]
const pages = [
  { page: '/master-admin', Screen: undefined },
  { page: '/master-admin/mail', Screen: Mail },
  { page: '/master-admin/deletions', Screen: Deletions },
  { page: '/master-admin/erasures', Screen: Erasures },
]

describe('product §2, §9: the guard', () => {
  it.each(outsiders.flatMap((one) => pages.map((page) => ({ ...one, ...page }))))(
    '$who at $page sees nothing, reads Access Denied and is at / after 1000 ms',
    async ({ session, page, Screen }) => {
      vi.useFakeTimers()
      const { navigations, server } = renderMaster({ session, path: page, ...(Screen ? { Screen } : {}) })
      expect(document.body.textContent).toBe('')
      expect(toastShown()).toMatchObject({
        title: 'Access Denied',
        description: 'Master admin privileges required to access this page.',
      })
      await act(() => vi.advanceTimersByTimeAsync(999))
      expect(navigations).toEqual([])
      await act(() => vi.advanceTimersByTimeAsync(1))
      expect(navigations).toEqual(['/'])
      expect(server.requests('GET /api/master/organizations')).toEqual([])
    },
  )

  it('an operator stays', async () => {
    vi.useFakeTimers()
    const before = toastShown()
    const { navigations } = renderMaster({ session: operatorSession() })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(navigations).toEqual([])
    expect(toastShown()).toEqual(before)
  })
})

const rated = (id: number, averageRating: number | null, totalDocuments = 0) =>
  fixedOrganization(id, {
    stats: { totalDocuments, totalQuestions: 0, averageRating, departments: [] },
  })

const figures = [
  { organizations: [], users: 0, shown: ['0', '0', '0', '0'] },
  { organizations: [rated(1, null, 3), rated(2, null, 4)], users: 1, shown: ['2', '1', '7', '0'] },
  { organizations: [rated(1, 4), rated(2, null), rated(3, 3.5)], users: 2, shown: ['3', '2', '0', '3.8'] },
  { organizations: [rated(1, 5), rated(2, 5)], users: 0, shown: ['2', '0', '0', '5.0'] },
  { organizations: [rated(1, null, 4321)], users: 3, shown: ['1', '3', '4,321', '0'] },
]

describe('product §2: four summary cards', () => {
  it.each(figures)('organizations, users, documents, mean of means: $shown', async (given) => {
    const users = Array.from({ length: given.users }, (_, at) => fixedUser(`user-${at}`))
    renderMaster({ organizations: given.organizations, users })
    const labels = ['Total Organizations', 'Total Users', 'Total Documents', 'Average Rating']
    const shownValue = (label: string) =>
      screen.getByText(label).closest('div')?.querySelector('dd')?.textContent
    await waitFor(() => expect(labels.map(shownValue)).toEqual(given.shown))
  })
})

const halden = fixedOrganization(7, {
  name: 'Halden Medical',
  code: 'QWERTZ',
  stats: {
    totalDocuments: 12,
    totalQuestions: 345,
    averageRating: 4.25,
    departments: [{ name: 'Legal & Compliance' }, { name: 'Operations' }],
  },
  userCount: 9,
})

describe('product §2: organizations', () => {
  it('is the tab that is open first, and the address opens the other', () => {
    renderMaster()
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Organizations')
    cleanup()
    renderMaster({ path: usersTab })
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Users')
  })

  it('a chosen tab is in the address', async () => {
    const { person, navigations } = renderMaster()
    await person.click(screen.getByRole('tab', { name: /Users/ }))
    expect(navigations.at(-1)).toBe('/master-admin?tab=users')
    expect(screen.getByRole('heading', { name: 'User Management' })).toBeTruthy()
    await person.click(screen.getByRole('tab', { name: /Organizations/ }))
    expect(navigations.at(-1)).toBe('/master-admin')
  })

  it('a card shows every field', async () => {
    renderMaster({ organizations: [halden] })
    const card = within(await screen.findByRole('article', { name: 'Halden Medical' }))
    const facts = [
      ['ID', 'QWERTZ'],
      ['Join Code', 'JOINCODE2345'],
      ['Users', '9'],
      ['Documents', '12'],
      ['Questions', '345'],
      ['Rating', '4.3 / 5'],
    ] as const
    for (const [label, value] of facts)
      expect(card.getByText(label).closest('div')?.querySelector('dd')?.textContent).toContain(value)
    expect(card.getByText('Org #7')).toBeTruthy()
    expect(card.getByText('Departments (2)')).toBeTruthy()
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Legal & Compliance',
      'Operations',
    ])
    expect(card.getByText(/^Created/)).toBeTruthy()
    for (const copied of ['Copy the ID of Halden Medical', 'Copy the join code of Halden Medical'])
      expect(card.getByRole('button', { name: copied })).toBeTruthy()
  })

  it('a card without departments has no list of them, and without ratings a dash', async () => {
    renderMaster({ organizations: [fixedOrganization(1)] })
    const card = within(await screen.findByRole('article', { name: 'Organization 1' }))
    expect(card.queryByText(/^Departments/)).toBeNull()
    expect(card.getByRole('img', { name: 'No ratings yet' })).toBeTruthy()
  })

  it('none at all: No Organizations Found', async () => {
    renderMaster()
    expect(await screen.findByText('No Organizations Found')).toBeTruthy()
    expect(screen.getByText('No organizations have been created yet.')).toBeTruthy()
  })

  it('Add Organization: a required name, Cancel, and a button that waits for more than blanks (product §5)', async () => {
    const { person, server } = renderMaster()
    await person.click(button('Add Organization'))
    expect(field('Organization Name').required).toBe(true)
    expect(button('Create Organization').disabled).toBe(true)
    await person.type(field('Organization Name'), '   ')
    expect(button('Create Organization').disabled).toBe(true)
    await person.type(field('Organization Name'), 'N')
    expect(button('Create Organization').disabled).toBe(false)
    await person.click(button('Cancel'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.requests('POST /api/master/organizations')).toEqual([])
  })

  it('while it is created the button reads Creating...', async () => {
    const { person } = renderMaster({ responses: { 'POST /api/master/organizations': never } })
    await person.click(button('Add Organization'))
    await person.type(field('Organization Name'), 'Northwind')
    await person.click(button('Create Organization'))
    expect(button('Creating...').disabled).toBe(true)
  })

  it('a creation is sent trimmed, closes and clears the dialog, refreshes the list and says so (product §4, §8)', async () => {
    const { person, server } = renderMaster({
      responses: {
        'POST /api/master/organizations': () =>
          Response.json(fixedOrganization(8, { name: 'Northwind' }), { status: 201 }),
      },
    })
    await person.click(button('Add Organization'))
    await person.type(field('Organization Name'), ' Northwind ')
    server.now({
      'GET /api/master/organizations': () => Response.json([fixedOrganization(8, { name: 'Northwind' })]),
    })
    await person.click(button('Create Organization'))
    expect(await screen.findByRole('article', { name: 'Northwind' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests('POST /api/master/organizations').map(({ body }) => body)).toEqual([
      { name: 'Northwind' },
    ])
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'Organization created successfully with auto-generated 6-letter ID',
    })
    await person.click(button('Add Organization'))
    expect(field('Organization Name').value).toBe('')
  })

  it.each([
    {
      response: () => errorResponse(400, 'Organization name must be at least 2 characters'),
      description: 'Organization name must be at least 2 characters',
    },
    { response: silent(500), description: 'Failed to create organization' },
  ])('a failed creation says: $description (product §8)', async ({ response, description }) => {
    const { person } = renderMaster({ responses: { 'POST /api/master/organizations': response } })
    await person.click(button('Add Organization'))
    await person.type(field('Organization Name'), 'N')
    await person.click(button('Create Organization'))
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(field('Organization Name').value).toBe('N')
  })

  it('a deletion asks in the specified words and for the name (decision 38)', async () => {
    const { person, server } = renderMaster({
      organizations: [halden],
      responses: { 'DELETE /api/master/organizations/7': () => new Response(null, { status: 204 }) },
    })
    await screen.findByRole('article', { name: 'Halden Medical' })
    await person.click(button('Delete organization Halden Medical'))
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.getByText(/^Are you sure/).textContent).toBe(
      'Are you sure you want to delete "Halden Medical"? This action cannot be undone and will remove all associated data.',
    )
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete organization' })
    for (const typed of ['Halden', ' medical']) {
      await person.type(dialog.getByRole('textbox'), typed)
      expect(confirm.disabled).toBe(true)
    }
    await person.clear(dialog.getByRole('textbox'))
    await person.type(dialog.getByRole('textbox'), 'Halden Medical')
    server.now({ 'GET /api/master/organizations': () => Response.json([]) })
    await person.click(confirm)
    expect(await screen.findByText('No Organizations Found')).toBeTruthy()
    expect(toastShown()).toMatchObject({ title: 'Success', description: 'Organization deleted successfully' })
  })

  it.each([
    { response: () => errorResponse(503, 'Team is away.'), description: 'Team is away.' },
    { response: silent(500), description: 'Failed to delete organization' },
  ])('a failed deletion says: $description (product §8)', async ({ response, description }) => {
    const { person } = renderMaster({
      organizations: [halden],
      responses: { 'DELETE /api/master/organizations/7': response },
    })
    await screen.findByRole('article', { name: 'Halden Medical' })
    await person.click(button('Delete organization Halden Medical'))
    await person.type(screen.getByRole('textbox', { name: /name to confirm/ }), 'Halden Medical')
    await person.click(button('Delete organization'))
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
  })
})

const jane = fixedUser('jane', { firstName: 'Jane', lastName: 'Doe', role: 'admin' })

/** Fills the six fields of Add User. */
async function fillUser(person: ReturnType<typeof renderMaster>['person']) {
  await person.click(button('Add User'))
  await person.type(field('User ID'), 'jane')
  await person.type(field('Email'), 'jane@example.org')
  await person.type(field('First Name'), 'Jane')
  await person.type(field('Last Name'), 'Doe')
  await person.type(field('Organization ID'), '7')
  await person.selectOptions(field('Role'), 'Admin')
}

describe('product §2: users', () => {
  it('is headed User Management', () => {
    renderMaster({ path: usersTab })
    expect(screen.getByRole('heading', { name: 'User Management' })).toBeTruthy()
    expect(screen.getByText('Manage users across all organizations')).toBeTruthy()
  })

  it('none at all: No Users Found', async () => {
    renderMaster({ path: usersTab })
    expect(await screen.findByText('No Users Found')).toBeTruthy()
    expect(screen.getByText('No users have been created yet.')).toBeTruthy()
  })

  it('a row shows full name or else e-mail address, ID, organization and role', async () => {
    renderMaster({ path: usersTab, users: [jane, fixedUser('nameless')] })
    const [, first, second] = await screen.findAllByRole('row')
    for (const text of ['Jane Doe', 'jane@example.org', 'jane', 'Halden Medical', 'Admin'])
      expect(within(first as HTMLElement).getAllByText(text).length).toBeGreaterThan(0)
    expect(within(second as HTMLElement).getByText('nameless@example.org')).toBeTruthy()
    expect(within(second as HTMLElement).getByText('Employee')).toBeTruthy()
  })

  it('Add User has six fields, the hint with name (number), and Select role with two options', async () => {
    const { person } = renderMaster({
      path: usersTab,
      organizations: [halden, fixedOrganization(8, { name: 'Northwind' })],
    })
    await screen.findByText('No Users Found')
    await person.click(button('Add User'))
    for (const label of ['User ID', 'Email', 'Organization ID', 'Role'])
      expect(field(label).required).toBe(true)
    for (const label of ['First Name', 'Last Name']) expect(field(label).required).toBe(false)
    expect(field('Email').type).toBe('email')
    expect(screen.getByText(/^Available organizations/).textContent).toBe(
      'Available organizations: Halden Medical (7), Northwind (8)',
    )
    const options = within(field('Role')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['Select role', 'Admin', 'Team Member'])
    expect(button('Cancel')).toBeTruthy()
    expect(button('Create User')).toBeTruthy()
  })

  it.each([
    { field: 'id', typed: '', message: 'Please enter a user ID' },
    {
      field: 'id',
      typed: 'jane doe',
      message: 'User ID must be letters, digits and . _ @ + - only.',
    },
    { field: 'email', typed: '', message: 'Please enter an email address' },
    { field: 'email', typed: 'jane', message: 'Invalid email address' },
    { field: 'organizationId', typed: '', message: 'Please enter the number of an organization' },
    { field: 'organizationId', typed: '1e3', message: 'Please enter the number of an organization' },
    { field: 'role', typed: '', message: 'Please select a role' },
  ])('$field "$typed": $message beside the field, which gets the focus (product §5)', async (wrong) => {
    const { person, server } = renderMaster({ path: usersTab })
    await fillUser(person)
    const control = document.querySelector<HTMLInputElement>(`[name="${wrong.field}"]`)
    if (!control) throw new Error('There is no such field.')
    if (wrong.field === 'role') await person.selectOptions(control, '')
    else await person.clear(control)
    if (wrong.typed !== '') await person.type(control, wrong.typed)
    await person.click(button('Create User'))
    expect(await screen.findByText(wrong.message)).toBeTruthy()
    expect(document.activeElement).toBe(control)
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(server.requests('POST /api/master/users')).toEqual([])
  })

  it('a creation sends the organization as a whole number, closes, says so and hands over the login (product §5, §8)', async () => {
    const access = {
      kind: 'link',
      url: 'https://portal.test/one-time',
      expiresAt: '2026-12-01T09:00:00.000Z',
    }
    const { person, server } = renderMaster({
      path: usersTab,
      organizations: [halden],
      responses: {
        'POST /api/master/users': () =>
          Response.json({ ...jane, hasSignedIn: false, access }, { status: 201 }),
      },
    })
    await fillUser(person)
    server.now({ 'GET /api/master/users': () => Response.json([jane]) })
    await person.click(button('Create User'))
    expect(await screen.findByText('https://portal.test/one-time')).toBeTruthy()
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: 'User created and assigned to organization successfully',
    })
    expect(server.requests('POST /api/master/users').map(({ body }) => body)).toEqual([
      {
        id: 'jane',
        email: 'jane@example.org',
        firstName: 'Jane',
        lastName: 'Doe',
        organizationId: 7,
        role: 'admin',
      },
    ])
    await person.click(button('Done'))
    await person.click(button('Add User'))
    expect(field('User ID').value).toBe('')
  })

  it.each([
    {
      response: () => errorResponse(409, 'This user ID or email address is already taken.'),
      description: 'This user ID or email address is already taken.',
    },
    { response: silent(500), description: 'Failed to create user' },
  ])(
    'a failed creation says: $description, and what was typed stays (product §8)',
    async ({ response, description }) => {
      const { person } = renderMaster({ path: usersTab, responses: { 'POST /api/master/users': response } })
      await fillUser(person)
      await person.click(button('Create User'))
      await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
      expect(field('User ID').value).toBe('jane')
    },
  )

  it('a deletion asks in the specified words, and says so (product §8)', async () => {
    const { person, server } = renderMaster({
      path: usersTab,
      users: [jane],
      responses: { 'DELETE /api/master/users/jane': () => new Response(null, { status: 204 }) },
    })
    await screen.findByText('Jane Doe')
    await person.click(button('Delete user Jane Doe'))
    expect(screen.getByText(/^Are you sure/).textContent).toBe(
      'Are you sure you want to delete user "jane@example.org"? This action cannot be undone.',
    )
    server.now({ 'GET /api/master/users': () => Response.json([]) })
    await person.click(button('Delete user'))
    expect(await screen.findByText('No Users Found')).toBeTruthy()
    expect(toastShown()).toMatchObject({ title: 'Success', description: 'User deleted successfully' })
  })

  it('a failed deletion without words says: Failed to delete user (decision 61)', async () => {
    const { person } = renderMaster({
      path: usersTab,
      users: [jane],
      responses: { 'DELETE /api/master/users/jane': silent(500) },
    })
    await screen.findByText('Jane Doe')
    await person.click(button('Delete user Jane Doe'))
    await person.click(button('Delete user'))
    await waitFor(() =>
      expect(toastShown()).toMatchObject({ title: 'Error', description: 'Failed to delete user' }),
    )
  })

  it('the button of the protected account is disabled (product §9)', async () => {
    renderMaster({ path: usersTab, users: [fixedUser('operator', { isProtected: true }), jane] })
    await screen.findByText('Jane Doe')
    expect(button('Delete user operator@example.org').disabled).toBe(true)
    expect(button('Delete user Jane Doe').disabled).toBe(false)
  })
})
