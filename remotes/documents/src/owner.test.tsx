// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { fixedPolicy, fixedVersion } from './testing/fixed-versions.ts'
import { renderLibrary } from './testing/render-library.tsx'
import { renderVersions } from './testing/render-versions.tsx'

const me = fixedSession('team_member').person?.id ?? ''
const owned = { ...fixedPolicy, ownerId: me }
const names = {
  'GET /api/users/names': () => Response.json([{ id: 'tomas', name: 'Tomas Lindqvist' }]),
}

it('the library says who owns each document, and a steward names another owner', async () => {
  const document = fixedDocument(1, { ownerId: 'tomas' })
  const call = `PATCH /api/documents/${document.id}`
  const { person, server } = renderLibrary({
    documents: [document, fixedDocument(2)],
    responses: { ...names, [call]: () => Response.json(document) },
  })
  const card = within(await screen.findByRole('article', { name: 'Policy 1' }))
  await card.findByText('Tomas Lindqvist')
  within(screen.getByRole('article', { name: 'Policy 2' })).getByText('No owner')
  await person.click(card.getByRole('button', { name: 'More actions' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Owner...' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Owner' }), 'No owner')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.requests(call)[0]?.body).toEqual({ ownerId: null, seen: { ownerId: 'tomas' } }),
  )
})

it('an owner is named for several documents at once', async () => {
  const documents = [1, 2].map((n) => fixedDocument(n))
  const answers = documents.map((each) => [`PATCH /api/documents/${each.id}`, () => Response.json(each)])
  const { person, server } = renderLibrary({
    documents,
    path: '/documents?view=table',
    responses: { ...names, ...Object.fromEntries(answers) },
  })
  for (const { title } of documents)
    await person.click(await screen.findByRole('checkbox', { name: `Choose ${title}` }))
  const bar = within(screen.getByRole('region', { name: 'Chosen documents' }))
  await bar.findByRole('option', { name: 'Tomas Lindqvist' })
  await person.selectOptions(bar.getByRole('combobox', { name: 'Owner' }), 'Tomas Lindqvist')
  for (const { id } of documents)
    await waitFor(() =>
      expect(server.requests(`PATCH /api/documents/${id}`)[0]?.body).toEqual({ ownerId: 'tomas' }),
    )
})

it('an employee writes versions of the document that they own', async () => {
  renderVersions({
    role: 'team_member',
    versions: [fixedVersion(1, { status: 'draft' })],
    responses: { [`GET /api/documents/${fixedPolicy.id}`]: () => Response.json(owned) },
  })
  await screen.findByRole('button', { name: 'Submit' })
  screen.getByRole('button', { name: 'Create New Version' })
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
})

it('any other employee gets the 404 page in place of the versions (decision 57)', async () => {
  const { server } = renderVersions({ role: 'team_member', versions: [fixedVersion(1)] })
  await screen.findByRole('heading', { name: 'Page Not Found' })
  expect(server.requests(`GET /api/documents/${fixedPolicy.id}/versions`)).toEqual([])
})
