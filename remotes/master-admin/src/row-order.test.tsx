// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fixedOrganization, fixedUser, renderMaster } from './testing/render-master.tsx'

const many = Array.from({ length: 8 }, (_, at) => 8 - at)
const organizations = many.map((id) =>
  fixedOrganization(id, { name: `Company ${id === 2 ? 'Øst' : id * 5}`, userCount: id === 3 ? 90 : id }),
)
const users = many.map((id) =>
  fixedUser(`person-${id}`, {
    ...{ firstName: `Name ${id}`, organizationName: id === 8 ? null : 'Halden' },
    hasSignedIn: id !== 4,
  }),
)

async function firstOf(list: 'Organizations' | 'Users'): Promise<string> {
  if (list === 'Organizations')
    return (await screen.findAllByRole('article'))[0]?.querySelector('h2')?.textContent ?? ''
  const rows = within(await screen.findByRole('table', { name: list })).getAllByRole('row')
  return rows[1]?.querySelector('bdi')?.textContent ?? ''
}

const lists = [
  { list: 'Organizations', path: '/master-admin', order: 'Newest first', first: 'Company 40' },
  { list: 'Organizations', path: '/master-admin', order: 'By name', first: 'Company 5' },
  { list: 'Organizations', path: '/master-admin', order: 'Most users', first: 'Company 15' },
  { list: 'Users', path: '/master-admin?tab=users', order: 'Newest first', first: 'Name 8' },
  { list: 'Users', path: '/master-admin?tab=users', order: 'By name', first: 'Name 1' },
  { list: 'Users', path: '/master-admin?tab=users', order: 'By organization', first: 'Name 7' },
  { list: 'Users', path: '/master-admin?tab=users', order: 'Never logged in first', first: 'Name 4' },
] as const

it.each(lists)('a long list of $list has, $order, $first first', async ({ list, path, order, first }) => {
  const { person } = renderMaster({ path, organizations, users })
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Order' }), order)
  expect(await firstOf(list)).toBe(first)
})

it('a link restores the order', async () => {
  renderMaster({ path: '/master-admin?order=users', organizations })
  expect(await firstOf('Organizations')).toBe('Company 15')
})

it('a short list has neither search nor order', async () => {
  renderMaster({ organizations: organizations.slice(0, 2) })
  expect(await firstOf('Organizations')).toBe('Company 40')
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
})
