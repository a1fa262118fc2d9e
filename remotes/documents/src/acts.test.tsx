// @vitest-environment happy-dom
import { renderScreen } from '@portal/remote-kit/render-screen'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as Rules } from './routes/rules.tsx'
import { fixedDepartments, fixedDocument } from './testing/fixed-documents.ts'
import { renderLibrary } from './testing/render-library.tsx'
import { renderApprovals } from './testing/render-versions.tsx'

const renderRules = (path: string) =>
  renderScreen(Rules, {
    path,
    responses: {
      'GET /api/approval-rules': () => Response.json([]),
      'GET /api/departments': () => Response.json(fixedDepartments),
      'GET /api/users/names': () => Response.json([]),
    },
  })
const absence = { 'GET /api/approvals/absence': () => Response.json({ absence: null }) }
const documents = [fixedDocument(1)]
const upload = '/documents?open=upload'

const dialogs = [
  ['/documents?open=evidence-pack', 'Evidence pack', (path: string) => renderLibrary({ path, documents })],
  ['/approvals?open=absence', 'Absence', (path: string) => renderApprovals({ path, responses: absence })],
  ['/approvals/rules?open=new-rule', 'Add approval rule', renderRules],
] as const

it.each(dialogs)('%s opens "%s"', async (path, title, render) => {
  const { navigations } = render(path)
  await screen.findByRole('dialog', { name: title })
  expect(navigations).toEqual([path.split('?')[0]])
})

it('an evidence pack is asked for in an empty library too, whose count comes later than the dialog', async () => {
  renderLibrary({ path: '/documents?open=evidence-pack', documents: [] })
  await screen.findByText('No documents found')
  screen.getByRole('dialog', { name: 'Evidence pack' })
})

it(`${upload} unfolds the form above the library`, async () => {
  const { navigations } = renderLibrary({ path: `${upload}&department=1`, documents })
  within(await screen.findByRole('region', { name: 'Upload documents' })).getByLabelText(/choose files/)
  expect(navigations).toEqual(['/documents?department=1'])
})

it('the acts of the manifest lead to these forms', () => {
  const opening = (manifest.acts ?? []).map(({ to }) => to).filter((to) => to.includes('open='))
  expect(opening.toSorted()).toEqual([upload, ...dialogs.map(([path]) => path)].toSorted())
})
