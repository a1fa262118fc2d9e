// @vitest-environment happy-dom
import { defaultSettings } from '@portal/contracts/organization-settings'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/settings.tsx'

const read = 'GET /api/organization/settings'
const patch = 'PATCH /api/organization/settings'

function renderSettings(responses = {}, session = fixedSession('admin')) {
  return renderScreen(Screen, {
    path: '/settings',
    session,
    responses: {
      [read]: () => Response.json(defaultSettings),
      [patch]: () => Response.json(defaultSettings),
      ...responses,
    },
  })
}

const typed = async (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)

it('an admin changes the settings of the organization', async () => {
  const { person, server } = renderSettings()
  const zone = await typed('Time zone')
  await person.clear(zone)
  await person.type(zone, 'Europe/Berlin')
  await person.clear(await typed(/Review cycle in months/))
  await person.type(await typed(/Deadline in days/), '7')
  await person.clear(await typed(/Reminders/))
  await person.type(await typed(/Reminders/), '5, 2,1')
  await person.type(await typed(/Delete conversations after days/), '365')
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(server.requests(patch)[0]?.body).toEqual({
      timeZone: 'Europe/Berlin',
      reviewCycleMonths: null,
      approvalDeadlineDays: 7,
      approvalReminderDays: [5, 2, 1],
      trendingAskersMin: 3,
      conversationDays: 365,
      seen: defaultSettings,
    }),
  )
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Settings saved' }))
})

it('an admin renames the organization, and finds what is configured elsewhere', async () => {
  const rename = 'PATCH /api/organization'
  const { person, server } = renderSettings({ [rename]: () => Response.json({ id: 1, name: 'New Name' }) })
  const name = await typed('Organization Name')
  await person.clear(name)
  await person.type(name, 'x')
  await person.click(screen.getByRole('button', { name: 'Rename' }))
  screen.getByText('Organization name must be at least 2 characters')
  await person.clear(name)
  await person.type(name, 'New Name')
  await person.click(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() =>
    expect(server.requests(rename)[0]?.body).toEqual({ name: 'New Name', seen: { name: 'Halden Medical' } }),
  )
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Organization renamed' }))
  const links = ['/approvals/rules', '/documents/synonyms', '/assistant-settings', '/team']
  const found = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(found).toEqual(expect.arrayContaining(links))
})

it('what is wrong is said at its field, which gets the focus, and nothing is sent', async () => {
  const { person, server } = renderSettings()
  const zone = await typed('Time zone')
  await person.clear(zone)
  await person.type(zone, 'Mars')
  await person.clear(await typed(/Review cycle in months/))
  await person.type(await typed(/Review cycle in months/), '500')
  await person.type(await typed(/Reminders/), ', soon')
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Time zone must be one of the IANA database, as Europe/Berlin.')
  screen.getByText('Review cycle must be at most 120.')
  screen.getByText(/Reminders of approvals, entry 3, must be a whole number/)
  await waitFor(() => expect(document.activeElement).toBe(zone))
  expect(server.requests(patch)).toEqual([])
})

it('a refusal of the server keeps what was typed; discarding brings back what holds', async () => {
  const { person } = renderSettings({ [patch]: () => errorResponse(503, 'The database is busy.') })
  const months = await typed(/Review cycle in months/)
  await person.clear(months)
  await person.type(months, '6')
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'The database is busy.' }))
  expect(months.value).toBe('6')
  await waitFor(() => expect(hasUnsavedText()).toBe(true))
  await person.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(months.value).toBe('12')
  expect(hasUnsavedText()).toBe(false)
})

describe('what somebody else saves meanwhile', () => {
  const note = 'This was changed meanwhile, by somebody else or by you in another tab.'
  const reload = (form: string) => within(screen.getByRole('form', { name: form })).getByText('Reload')

  it('leaves the settings that are typed, until they are reloaded', async () => {
    const { person, server, refetch } = renderSettings()
    await person.type(await typed(/Deadline in days/), '7')
    server.now({ [read]: () => Response.json({ ...defaultSettings, reviewCycleMonths: 24 }) })
    await refetch()
    await screen.findByText(note)
    expect((await typed(/Deadline in days/)).value).toBe('7')
    await person.click(reload('Organization settings'))
    expect((await typed(/Deadline in days/)).value).toBe('')
    expect((await typed(/Review cycle in months/)).value).toBe('24')
    expect(screen.queryByText(note)).toBeNull()
  })

  it('is not overwritten: the form says what to do and shows how', async () => {
    const why =
      'This was changed meanwhile, by somebody else or by you in another tab; your change is not saved. Reload the form.'
    const { person, server } = renderSettings()
    await person.type(await typed(/Deadline in days/), '7')
    server.now({
      [read]: () => Response.json({ ...defaultSettings, reviewCycleMonths: 24 }),
      [patch]: () => Response.json({ message: why, code: 'conflict', requestId: 'r' }, { status: 409 }),
    })
    await person.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: why }))
    expect(server.requests(patch)[0]?.body).toMatchObject({ seen: { reviewCycleMonths: 12 } })
    await screen.findByText(note)
    expect((await typed(/Deadline in days/)).value).toBe('7')
    await person.click(reload('Organization settings'))
    expect((await typed(/Review cycle in months/)).value).toBe('24')
  })

  it('leaves the name that is typed', async () => {
    const { person, changeSession } = renderSettings()
    await person.type(await typed('Organization Name'), ' Ltd')
    changeSession(fixedSession('admin', { organization: { id: 7, name: 'Halden Group' } }))
    await screen.findByText(note)
    expect((await typed('Organization Name')).value).toBe('Halden Medical Ltd')
    await person.click(reload('Organization name'))
    expect((await typed('Organization Name')).value).toBe('Halden Group')
  })

  it('leaves the features that are chosen', async () => {
    const { person, changeSession } = renderSettings()
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    await person.click(box(/^AI Assistant/))
    changeSession(
      fixedSession('admin', { organization: { id: 7, name: 'Halden Medical', featuresOff: ['gaps'] } }),
    )
    await screen.findByText(note)
    expect([box(/^AI Assistant/).checked, box(/^Gaps/).checked]).toEqual([false, true])
    await person.click(reload('Features'))
    expect([box(/^AI Assistant/).checked, box(/^Gaps/).checked]).toEqual([true, false])
  })

  it('is shown at once where nothing was typed', async () => {
    const { server, refetch } = renderSettings()
    await typed(/Review cycle in months/)
    server.now({ [read]: () => Response.json({ ...defaultSettings, reviewCycleMonths: 24 }) })
    await refetch()
    await waitFor(async () => expect((await typed(/Review cycle in months/)).value).toBe('24'))
    expect(screen.queryByText(note)).toBeNull()
  })
})

it('settings that are saved are shown as they are kept, and nobody else is named', async () => {
  const kept = () => Response.json({ ...defaultSettings, approvalReminderDays: [5, 2] })
  const { person, server } = renderSettings()
  await person.clear(await typed(/Reminders/))
  await person.type(await typed(/Reminders/), '5,2')
  server.now({ [read]: kept, [patch]: kept })
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(async () => expect((await typed(/Reminders/)).value).toBe('5, 2'))
  expect(
    screen.queryByText('This was changed meanwhile, by somebody else or by you in another tab.'),
  ).toBeNull()
  expect(hasUnsavedText()).toBe(false)
})

it('settings that cannot be read are said to be so', async () => {
  renderSettings({ [read]: () => errorResponse(503, 'The database is busy.') })
  await screen.findByText('The settings could not be loaded')
})

it.each(['facilitator', 'manager'] as const)(
  'a %s reads who may change them, and nothing is asked for',
  async (role) => {
    const { server } = renderSettings({}, fixedSession(role))
    screen.getByText('Admins see and change these settings. Team Management says who they are.')
    expect(screen.getByRole('link', { name: 'See the team' }).getAttribute('href')).toBe('/team')
    expect(server.requests(read)).toEqual([])
  },
)

it('an admin uploads and removes the logo', async () => {
  const upload = 'PUT /api/organization/logo'
  const removal = 'DELETE /api/organization/logo'
  const url = '/api/organization/logo?v=1'
  const responses = { [upload]: () => Response.json({ url }), [removal]: () => Response.json({ url: null }) }
  const session = fixedSession('admin')
  const organization = session.organization && { ...session.organization, logoUrl: url }
  const { person, server } = renderSettings(responses, { ...session, organization })
  expect(screen.getByAltText("The organization's logo").getAttribute('src')).toBe(url)
  await person.upload(
    screen.getByLabelText<HTMLInputElement>('File of the logo'),
    new File(['png'], 'logo.png', { type: 'image/png' }),
  )
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Logo changed' }))
  expect(server.requests(upload)).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: 'Remove logo' }))
  await waitFor(() => expect(server.requests(removal)).toHaveLength(1))
})

describe('features', () => {
  const put = 'PUT /api/organization/features'
  const session = fixedSession('admin', {
    organization: { id: 7, name: 'Halden Medical', featuresOff: ['gaps'] },
  })

  it('are on unless they are switched off, and are saved together', async () => {
    const responses = { [put]: () => Response.json({ featuresOff: ['assistant', 'gaps'] }) }
    const { person, server } = renderSettings(responses, session)
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect([box(/^Gaps/).checked, box(/^AI Assistant/).checked]).toEqual([false, true])
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save features' })
    expect(save.disabled).toBe(true)
    await person.click(box(/^AI Assistant/))
    await person.click(save)
    await waitFor(() => expect(server.requests(put)).toHaveLength(1))
    expect(server.requests(put)[0]?.body).toEqual({
      featuresOff: ['assistant', 'gaps'],
      seen: { featuresOff: ['gaps'] },
    })
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Features saved' }))
  })

  it('that are saved twice before the session is read again begin with the first save', async () => {
    const responses = { [put]: (body: unknown) => Response.json(body) }
    const { person, server } = renderSettings(responses, session)
    const save = async () => person.click(screen.getByRole('button', { name: 'Save features' }))
    await person.click(screen.getByRole('checkbox', { name: /^AI Assistant/ }))
    await save()
    await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Features saved' }))
    await person.click(screen.getByRole('checkbox', { name: /^Gaps/ }))
    await save()
    await waitFor(() => expect(server.requests(put)).toHaveLength(2))
    expect(server.requests(put)[1]?.body).toEqual({
      featuresOff: ['assistant'],
      seen: { featuresOff: ['assistant', 'gaps'] },
    })
  })

  it('that could not be saved stay as they were chosen, and can be discarded', async () => {
    const responses = { [put]: () => errorResponse(503, 'The database is busy.') }
    const { person } = renderSettings(responses, session)
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Gaps/ })
    await person.click(box())
    await person.click(screen.getByRole('button', { name: 'Save features' }))
    await waitFor(() =>
      expect(readToasts().toasts[0]).toMatchObject({ description: 'The database is busy.' }),
    )
    expect(box().checked).toBe(true)
    await person.click(
      within(screen.getByRole('form', { name: 'Features' })).getByRole('button', { name: 'Discard changes' }),
    )
    expect(box().checked).toBe(false)
  })
})
