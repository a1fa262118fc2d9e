// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'

function draw(props: Partial<FormDialogProps>) {
  const onSubmit = vi.fn()
  const onClose = vi.fn()
  render(
    <FormDialog
      {...{ title: 'Add', submitLabel: 'Create', busyLabel: 'Creating...', isBusy: false, onSubmit, onClose }}
      {...props}
    >
      <TextField label="Name" />
    </FormDialog>,
  )
  return { onSubmit, onClose, person: userEvent.setup() }
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
