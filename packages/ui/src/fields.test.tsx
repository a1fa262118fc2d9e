// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Select } from './select.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'

const error = 'Organization name must be at least 2 characters'

it('a message about a field appears in a live region beside the hint, describes the control and marks it invalid', () => {
  const { rerender } = render(<TextField label="Organization name" hint="You can change it later" />)
  const field = screen.getByRole('textbox', { name: 'Organization name' })
  const messages = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(messages?.getAttribute('aria-live')).toBe('polite')
  expect(messages?.textContent).toBe('You can change it later')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  rerender(<TextField label="Organization name" hint="You can change it later" error={error} />)
  expect(messages?.textContent).toBe(`${error}You can change it later`)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('a text begins at the side of its own script', () => {
  render(<TextField label="Organization Name" defaultValue="مؤسسة الشفاء الطبية" />)
  expect(screen.getByRole('textbox', { name: 'Organization Name' }).getAttribute('dir')).toBe('auto')
})

it('what is typed stays when a message appears', async () => {
  const { rerender } = render(<TextField label="Comment" />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'x')
  rerender(<TextField label="Comment" error="Too short" />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Comment' }).value).toBe('x')
})

it('a text that is as long as it may be says that more of it is cut off', () => {
  const { rerender } = render(
    <TextAreaField label="Note" maxLength={10} hint="For auditors" value="nine char" />,
  )
  const field = screen.getByRole('textbox', { name: 'Note' })
  const messages = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(messages?.textContent).toBe('For auditors')
  rerender(<TextAreaField label="Note" maxLength={10} hint="For auditors" value="ten chars!" />)
  expect(messages?.textContent).toBe('Limit of 10 characters reached. Anything longer is cut off.')
})

it('a choice shows its placeholder until something is chosen', async () => {
  const onChange = vi.fn()
  render(
    <Select
      label="Role"
      placeholder="Select role"
      options={[
        { value: 'admin', label: 'Admin' },
        { value: 'team_member', label: 'Team Member' },
      ]}
      onChange={(event) => onChange(event.target.value)}
    />,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' })
  expect(select.selectedOptions[0]?.textContent).toBe('Select role')
  await userEvent.selectOptions(select, 'Team Member')
  expect(onChange).toHaveBeenCalledWith('team_member')
})

it('an optional field says so in its name', () => {
  render(<TextField label="Company Name" optional />)
  expect(screen.getByRole('textbox', { name: 'Company Name optional' })).toBeTruthy()
})
