// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from './dropdown-menu.tsx'
import { Sheet } from './sheet.tsx'
import { TextField } from './text-field.tsx'

type RenderDialog = (close: () => void) => ReactNode

function Opener({ dialog }: { dialog: RenderDialog }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && dialog(() => setOpen(false))}
    </>
  )
}

function MenuOpener({ dialog }: { dialog: RenderDialog }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DropdownMenu trigger={<Button>Actions</Button>}>
        <DropdownMenuItem onSelect={() => setOpen(true)}>Delete</DropdownMenuItem>
      </DropdownMenu>
      {open && dialog(() => setOpen(false))}
    </>
  )
}

const kinds: { kind: string; role: string; dialog: RenderDialog }[] = [
  {
    kind: 'a dialog',
    role: 'dialog',
    dialog: (close) => (
      <Dialog onClose={close} title="Title" footer={<Button>Save</Button>}>
        <TextField label="Name" />
      </Dialog>
    ),
  },
  {
    kind: 'an alert',
    role: 'alertdialog',
    dialog: (close) => (
      <AlertDialog onClose={close} title="Title" lines={[{ label: 'ID', value: 'DOC-1' }]} />
    ),
  },
  {
    kind: 'a confirmation',
    role: 'alertdialog',
    dialog: (close) => (
      <ConfirmDialog
        onClose={close}
        title="Title"
        question="Are you sure?"
        confirmLabel="Delete document"
        onConfirm={close}
      />
    ),
  },
  {
    kind: 'a sheet',
    role: 'dialog',
    dialog: (close) => (
      <Sheet open onOpenChange={close} title="Title">
        <a href="/documents">Documents</a>
      </Sheet>
    ),
  },
]

it.each(kinds)(
  '$kind takes the focus, holds the page, closes on Esc and gives the focus back',
  async ({ role, dialog: rendered }) => {
    const person = userEvent.setup()
    render(<Opener dialog={rendered} />)
    await person.click(screen.getByRole('button', { name: 'Open' }))
    const dialog = screen.getByRole(role, { name: 'Title' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(document.querySelector('[data-holds-page]')).not.toBeNull()
    await person.keyboard('{Escape}')
    expect(screen.queryByRole(role)).toBeNull()
    expect(document.querySelector('[data-holds-page]')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
  },
)

it.each(kinds)(
  '$kind is styled by its own build: inside its scope, and without a <style> tag, which the content security policy refuses',
  async ({ dialog: rendered }) => {
    const before = document.querySelectorAll('style').length
    render(<Opener dialog={rendered} />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(document.querySelectorAll('style')).toHaveLength(before)
    expect(document.querySelector('[data-holds-page]')?.parentElement?.dataset.app).toBe('shell')
  },
)

it.each(kinds)(
  '$kind opened from a menu gives the focus back to the menu button',
  async ({ role, dialog: rendered }) => {
    const person = userEvent.setup()
    render(<MenuOpener dialog={rendered} />)
    await person.click(screen.getByRole('button', { name: 'Actions' }))
    await person.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole(role, { name: 'Title' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })))
  },
)

it('a dialog starts on its first field and not on its close button', async () => {
  render(<Opener dialog={kinds[0]?.dialog ?? (() => null)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

it('a sheet starts on its title, so that it is read from there', async () => {
  render(<Opener dialog={kinds.find(({ kind }) => kind === 'a sheet')?.dialog ?? (() => null)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Title' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Documents' }))
})

it('a click beside a dialog closes it', async () => {
  const person = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Opener dialog={kinds[0]?.dialog ?? (() => null)} />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  await person.click(document.querySelector('[data-holds-page]') ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a confirmation starts on Cancel, and stays open and locked while the act runs', async () => {
  const onClose = vi.fn()
  const dialog = (isBusy: boolean) => (
    <ConfirmDialog
      {...{ onClose, isBusy }}
      title="Delete document"
      question="Are you sure?"
      confirmLabel="Delete document"
      onConfirm={() => undefined}
    />
  )
  const { rerender } = render(dialog(false))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  rerender(dialog(true))
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
})

it('Enter in a field submits the form of a dialog', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <Dialog
      onClose={() => undefined}
      title="New"
      onSubmit={onSubmit}
      footer={<Button type="submit">Add</Button>}
    >
      <TextField label="Name" />
    </Dialog>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Legal{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('an alert reads its lines out as its description', () => {
  render(
    <AlertDialog
      onClose={() => undefined}
      title="Document"
      lines={[
        { label: 'Title', value: 'Remote Work Policy' },
        { label: 'Status', value: 'Active' },
      ]}
    />,
  )
  const description = screen.getByRole('alertdialog').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toBe('TitleRemote Work PolicyStatusActive')
})
