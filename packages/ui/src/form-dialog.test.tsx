// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { hasUnsavedText } from './unsaved-text.ts'

function draw(props: Partial<FormDialogProps>) {
  const onSubmit = vi.fn()
  const onClose = vi.fn()
  const dialog = (changed: Partial<FormDialogProps>) => (
    <FormDialog
      {...{ title: 'Add', submitLabel: 'Create', busyLabel: 'Creating...', isBusy: false, onSubmit, onClose }}
      {...changed}
    >
      {changed.children ?? <TextField label="Name" />}
    </FormDialog>
  )
  const { rerender, unmount } = render(dialog(props))
  const redraw = (changed: Partial<FormDialogProps>) => rerender(dialog(changed))
  return { onSubmit, onClose, redraw, remove: unmount, person: userEvent.setup() }
}

it('Enter in a field sends the form, and the page stays where it is', async () => {
  const { onSubmit, person } = draw({})
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Halden{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('Cancel and Esc close it', async () => {
  const { onClose, person } = draw({})
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('what was typed is not lost by Esc or the cross without a question', async () => {
  const { onClose, person } = draw({})
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Halden')
  expect(hasUnsavedText()).toBe(true)
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Halden')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await person.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('while it is sent, and once it is gone, nothing is unsaved', async () => {
  const { person, redraw, remove } = draw({})
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Halden')
  redraw({ isBusy: true })
  expect(hasUnsavedText()).toBe(false)
  redraw({ isBusy: false })
  expect(hasUnsavedText()).toBe(true)
  remove()
  expect(hasUnsavedText()).toBe(false)
})

it('while it is being sent it says so, and neither Cancel nor Esc nor the cross closes it', async () => {
  const { onClose, person } = draw({ isBusy: true })
  expect(screen.getByRole('button', { name: 'Creating...' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
})

it('what is incomplete cannot be sent', async () => {
  const { onSubmit, person } = draw({ isIncomplete: true })
  await person.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('half a date is not sent as none: its field says so and has the focus, until it is whole or clear', async () => {
  const { onSubmit, person } = draw({ children: <TextField label="Due date" type="date" optional /> })
  const field = screen.getByLabelText<HTMLInputElement>('Due date optional')
  const enter = (isHalf: boolean) =>
    Object.defineProperty(field, 'validity', {
      configurable: true,
      value: { badInput: isHalf, valid: !isHalf },
    })
  field.checkValidity = () => field.dispatchEvent(new Event('invalid', { cancelable: true }))
  enter(true)
  await person.click(screen.getByRole('button', { name: 'Create' }))
  expect(onSubmit).not.toHaveBeenCalled()
  expect(await screen.findByText('Enter a whole date, or clear it.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  enter(false)
  await person.keyboard('{Backspace}')
  expect(screen.queryByText('Enter a whole date, or clear it.')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Create' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})
