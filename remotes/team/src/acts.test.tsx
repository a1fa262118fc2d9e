// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { renderTeam } from './testing/render-team.tsx'

const forms = [
  ['/team?open=invitation', 'Invite Team Member'],
  ['/team?open=new-department', 'Create Department'],
] as const

it.each(forms)('%s opens "%s" once: Back and a reload do not open it again', async (path, title) => {
  const { person, navigations } = renderTeam({ path })
  await screen.findByRole('dialog', { name: title })
  expect(navigations).toEqual(['/team'])
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a form opens for nobody who may not send it', async () => {
  const { navigations } = renderTeam({ path: '/team?open=new-department', role: 'manager' })
  await waitFor(() => expect(navigations).toEqual(['/team']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the acts of the manifest lead to these forms', () => {
  const opening = (manifest.acts ?? []).map(({ to }) => to).filter((to) => to.includes('open='))
  expect(opening).toEqual(forms.map(([path]) => path))
})
