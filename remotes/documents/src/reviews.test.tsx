// @vitest-environment happy-dom
import { defaultSettings } from '@portal/contracts/organization-settings'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { gifts, renderDocument } from './testing/render-document.tsx'
import { renderLibrary } from './testing/render-library.tsx'

const me = fixedSession('team_member').person?.id ?? ''
const overdue = { nextOn: '2026-02-01', cycleMonths: 6, isOverdue: true }
const settings = { 'GET /api/organization/settings': () => Response.json(defaultSettings) }
const patch = `PATCH /api/documents/${gifts.id}`
const recertify = `POST /api/documents/${gifts.id}/recertify`

it('cards and table label a document whose review is overdue', async () => {
  const documents = [fixedDocument(1, { review: overdue }), fixedDocument(2)]
  renderLibrary({ documents })
  within(await screen.findByRole('article', { name: 'Policy 1' })).getByText('Review overdue')
  expect(within(screen.getByRole('article', { name: 'Policy 2' })).queryByText('Review overdue')).toBeNull()
})

it('the page of a document says owner, effective date and next review', async () => {
  renderDocument({
    document: { ...gifts, ownerId: 'tomas', review: overdue },
    responses: { 'GET /api/users/names': () => Response.json([{ id: 'tomas', name: 'Tomas Lindqvist' }]) },
  })
  await screen.findByText('Tomas Lindqvist')
  screen.getByText('14 Jan 2026')
  screen.getByText(/Next review 1 Feb 2026/)
  screen.getByText('Review overdue')
})

it('its owner recertifies it, and changes no dates', async () => {
  const { person, server } = renderDocument({
    role: 'team_member',
    document: { ...gifts, ownerId: me, review: overdue },
    responses: { [recertify]: () => Response.json(gifts) },
  })
  await person.click(await screen.findByRole('button', { name: 'Review' }))
  expect(screen.queryByRole('menuitem', { name: 'Change dates...' })).toBeNull()
  await person.click(await screen.findByRole('menuitem', { name: 'Recertify...' }))
  await person.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Recertify' }),
  )
  await waitFor(() => expect(server.requests(recertify)).toHaveLength(1))
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Document recertified' }))
})

it('nobody else is offered either', async () => {
  renderDocument({ role: 'manager', document: gifts })
  await screen.findByRole('heading', { level: 1, name: 'Gifts Policy' })
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull()
})

it('a steward changes the dates; a refusal keeps what was typed', async () => {
  const { person, server } = renderDocument({
    document: gifts,
    responses: {
      ...settings,
      [patch]: () => errorResponse(400, 'The effective date must not be in the future.'),
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Review' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Change dates...' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Effective date'), { target: { value: '2025-03-01' } })
  fireEvent.change(dialog.getByLabelText(/Next review/), { target: { value: '' } })
  await dialog.findByRole('option', { name: 'As the organization (every 12 months)' })
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Review cycle' }), 'Never')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.requests(patch)[0]?.body).toEqual({
      effectiveOn: '2025-03-01',
      nextReviewOn: null,
      reviewCycleMonths: 0,
    }),
  )
  expect(dialog.getByLabelText<HTMLInputElement>('Effective date').value).toBe('2025-03-01')
  server.now({ [patch]: () => Response.json(gifts) })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('what was not changed in the dialog is not sent, so that a recertification meanwhile stays', async () => {
  const responses = { ...settings, [patch]: () => Response.json(gifts) }
  const { person, server } = renderDocument({ document: gifts, responses })
  const openDates = async () => {
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Change dates...' }))
    return within(await screen.findByRole('dialog'))
  }
  const save = { name: 'Save' }
  await person.click((await openDates()).getByRole('button', save))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await openDates()
  fireEvent.change(dialog.getByLabelText('Effective date'), { target: { value: '2025-03-01' } })
  await person.click(dialog.getByRole('button', save))
  await waitFor(() =>
    expect(server.requests(patch).map(({ body }) => body)).toEqual([{ effectiveOn: '2025-03-01' }]),
  )
})

it('a cleared effective date is not dropped as if it were saved: its field says that there must be one', async () => {
  const document = { ...gifts, effectiveOn: '2025-03-01' }
  const { person, server } = renderDocument({ document, responses: settings })
  await person.click(await screen.findByRole('button', { name: 'Review' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Change dates...' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Effective date')
  fireEvent.change(field, { target: { value: '' } })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter the day since which it applies.')).toBeTruthy()
  expect(globalThis.document.activeElement).toBe(field)
  expect(server.requests(patch)).toEqual([])
})
