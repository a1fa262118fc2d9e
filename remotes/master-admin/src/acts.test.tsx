// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { renderMaster } from './testing/render-master.tsx'

const forms = [
  ['/master-admin?open=new-organization', 'Add Organization', '/master-admin'],
  ['/master-admin?tab=users&open=new-user', 'Add User', '/master-admin?tab=users'],
] as const

it.each(forms)('%s opens "%s"', async (path, title, left) => {
  const { navigations } = renderMaster({ path })
  await screen.findByRole('dialog', { name: title })
  expect(navigations).toEqual([left])
})

it('the acts of the manifest lead to these forms', () => {
  expect((manifest.acts ?? []).map(({ to }) => to)).toEqual(forms.map(([path]) => path))
})
