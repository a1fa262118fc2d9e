// @vitest-environment happy-dom
import type { Department } from '@portal/contracts/departments'
import { TestPortal } from '@portal/remote-kit/test-portal'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { DepartmentList } from './department-list.tsx'

afterEach(cleanup)

const department = (id: number, name: string): Department => ({
  id,
  name,
  color: '#3B82F6',
  createdAt: '2026-01-05T09:00:00.000Z',
})

/** The list in a portal whose server sends these responses in turn. */
function show(...responses: (() => Response)[]) {
  const respond = () => responses.shift()?.() ?? new Response(null, { status: 500 })
  render(
    <TestPortal respond={respond}>
      <DepartmentList />
    </TestPortal>,
  )
}

it('lists the departments by name', async () => {
  show(() => Response.json([department(1, 'Legal'), department(2, 'Operations')]))
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['Legal', 'Operations'])
})

it('says so when there are none', async () => {
  show(() => Response.json([]))
  expect(await screen.findByText('No departments yet')).toBeTruthy()
})

it('tells why it failed and lists them once a retry succeeds', async () => {
  show(
    () => Response.json({ message: 'The portal is busy.' }, { status: 503 }),
    () => Response.json([department(1, 'Legal')]),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The portal is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByRole('listitem')).textContent).toBe('Legal')
})
