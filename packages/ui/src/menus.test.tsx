// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from './dropdown-menu.tsx'
import { Tabs } from './tabs.tsx'

it('a menu opens, moves and chooses by keyboard, and adds no <style> tag', async () => {
  const person = userEvent.setup()
  const onDelete = vi.fn()
  render(
    <DropdownMenu trigger={<Button>Actions</Button>}>
      <DropdownMenuItem>Open</DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onDelete}>Delete</DropdownMenuItem>
    </DropdownMenu>,
  )
  const styles = document.querySelectorAll('style').length
  await person.tab()
  await person.keyboard('{Enter}{ArrowDown}{Enter}')
  expect(onDelete).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
  expect(document.querySelectorAll('style')).toHaveLength(styles)
})

it('tabs change by arrow key and show their panel', async () => {
  const person = userEvent.setup()
  render(<VersionTabs />)
  await person.click(screen.getByRole('tab', { name: 'All Versions' }))
  await person.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'Pending Approvals 2' }).textContent).toBe('Two wait')
})

function VersionTabs() {
  const [value, setValue] = useState('all')
  return (
    <Tabs
      label="Versions"
      value={value}
      onValueChange={setValue}
      items={[
        { value: 'all', label: 'All Versions', content: 'All' },
        { value: 'pending', label: 'Pending Approvals', count: 2, content: 'Two wait' },
      ]}
    />
  )
}
