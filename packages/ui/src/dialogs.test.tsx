// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from './dropdown-menu.tsx'
import { SearchField } from './search-field.tsx'
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

/** A dialog whose act ends in a second one, as when what was made is shown afterwards. */
function TwoSteps({ isBusy = false }: { isBusy?: boolean }) {
  const [step, setStep] = useState<'none' | 'first' | 'busy' | 'second'>('none')
  return (
    <>
      <Button onClick={() => setStep('first')}>Open</Button>
      <Button onClick={() => setStep('second')}>Finish</Button>
      {(step === 'first' || step === 'busy') && (
        <Dialog
          onClose={() => setStep('none')}
          title="First"
          footer={
            <Button busy={step === 'busy'} onClick={() => setStep(isBusy ? 'busy' : 'second')}>
              Next
            </Button>
          }
        />
      )}
      {step === 'second' && (
        <AlertDialog onClose={() => setStep('none')} title="Second" lines={[{ label: 'ID', value: '1' }]} />
      )}
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open' })

it('a dialog that takes the place of another gives the focus back to what opened the first', async () => {
  const person = userEvent.setup()
  render(<TwoSteps />)
  await person.click(opener())
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('alertdialog', { name: 'Second' })
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

it('so it does when the first had lost the focus, as browsers take it from a button that becomes disabled', async () => {
  const person = userEvent.setup()
  render(<TwoSteps isBusy />)
  await person.click(opener())
  await person.click(screen.getByRole('button', { name: 'Next' }))
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
  // As a browser does by itself.
  next.disabled = false
  next.blur()
  expect(document.activeElement).toBe(document.body)
  await act(async () => screen.getByText('Finish').click())
  await screen.findByRole('alertdialog', { name: 'Second' })
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

it('a dialog over another that stays gives the focus back inside that one', async () => {
  const person = userEvent.setup()
  const inner = (close: () => void) => (
    <AlertDialog onClose={close} title="Second" lines={[{ label: 'ID', value: '1' }]} />
  )
  render(
    <Dialog onClose={() => undefined} title="First">
      <Opener dialog={inner} />
    </Dialog>,
  )
  await person.click(opener())
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener()))
  expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy()
})

it('a dialog whose opener is gone leaves the focus on the page and not before its beginning', async () => {
  const person = userEvent.setup()
  function Removing() {
    const [state, setState] = useState<'idle' | 'asking' | 'gone'>('idle')
    return (
      <main id="main" tabIndex={-1}>
        {state !== 'gone' && <Button onClick={() => setState('asking')}>Open</Button>}
        {state === 'asking' && (
          <ConfirmDialog
            onClose={() => setState('idle')}
            title="Title"
            question="Are you sure?"
            confirmLabel="Delete"
            onConfirm={() => setState('gone')}
          />
        )}
      </main>
    )
  }
  render(<Removing />)
  await person.click(opener())
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('Esc in a filled search box of a sheet empties it, and closes the sheet once it is empty', async () => {
  const person = userEvent.setup()
  function Search() {
    const [text, setText] = useState('')
    return <SearchField label="Search" value={text} onValueChange={setText} />
  }
  const sheet = (close: () => void) => (
    <Sheet open onOpenChange={close} title="Title">
      <Search />
    </Sheet>
  )
  render(<Opener dialog={sheet} />)
  await person.click(opener())
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  await person.type(box, 'leave')
  await person.keyboard('{Escape}')
  expect(box.value).toBe('')
  expect(screen.getByRole('dialog', { name: 'Title' })).toBeTruthy()
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what is pressed in a panel of another front end above it, or Esc there, does not close a dialog', async () => {
  const onClose = vi.fn()
  render(<Dialog title="Invite" onClose={onClose} />)
  const above = document.body.appendChild(document.createElement('div'))
  above.setAttribute('role', 'alertdialog')
  above.style.pointerEvents = 'auto'
  const button = above.appendChild(document.createElement('button'))
  const person = userEvent.setup()
  await person.click(button)
  await person.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  above.remove()
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  { isSticky: false, stays: false },
  { isSticky: true, stays: true },
])('a click outside closes a dialog, unless what it shows is shown only once ($isSticky)', async (given) => {
  const { isSticky, stays } = given
  const person = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Opener dialog={(close) => <Dialog {...{ isSticky }} onClose={close} title="Title" />} />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  const panel = await screen.findByRole('dialog')
  await person.click(panel.parentElement ?? panel)
  expect(screen.queryByRole('dialog') !== null).toBe(stays)
})
