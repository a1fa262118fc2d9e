// @vitest-environment happy-dom
import { dayIn } from '@portal/contracts/calendar-day'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApprovals } from './testing/render-versions.tsx'

const me = fixedSession('team_member').person?.id ?? ''
const path = '/api/approvals/absence'
const absence = { delegateUserId: 'colleague', until: '2099-12-03' }

it('whoever approves says until when they are away, and who decides meanwhile', async () => {
  const { person, server } = renderApprovals({
    role: 'team_member',
    responses: {
      [`GET ${path}`]: () => Response.json({ absence: null }),
      [`PUT ${path}`]: () => Response.json(absence),
      'GET /api/organization/settings': () =>
        Response.json({ ...defaultSettings, timeZone: 'Pacific/Kiritimati' }),
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Set absence...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Absence' }))
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save absence' })
  expect(save.disabled).toBe(true)
  const last = dialog.getByLabelText<HTMLInputElement>('Last day of the absence')
  await waitFor(() => expect(last.min).toBe(dayIn('Pacific/Kiritimati')))
  const choice = dialog.getByRole<HTMLSelectElement>('combobox')
  expect([...choice.options].map(({ value }) => value)).not.toContain(me)
  await person.selectOptions(choice, 'colleague')
  fireEvent.change(last, { target: { value: absence.until } })
  server.now({ [`GET ${path}`]: () => Response.json({ absence }) })
  await person.click(save)
  await waitFor(() => expect(server.requests(`PUT ${path}`)[0]?.body).toEqual(absence))
  await screen.findByText(/Until 3 Dec 2099/)
  screen.getByText('Cora League')
})

it('somebody who is back ends it', async () => {
  const { person, server } = renderApprovals({
    responses: {
      [`GET ${path}`]: () => Response.json({ absence }),
      [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
    },
  })
  const back = await screen.findByRole('button', { name: 'I am back' })
  server.now({ [`GET ${path}`]: () => Response.json({ absence: null }) })
  await person.click(back)
  await screen.findByRole('button', { name: 'Set absence...' })
  expect(server.requests(`DELETE ${path}`)).toHaveLength(1)
})

it('while it cannot be read, approvals work without it', async () => {
  renderApprovals({ responses: { [`GET ${path}`]: () => errorResponse(503, 'Busy.') } })
  await screen.findByText('No pending approvals')
  expect(screen.queryByRole('region', { name: 'Absence' })).toBeNull()
})
