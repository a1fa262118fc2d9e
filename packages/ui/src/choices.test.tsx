// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { CheckboxField } from './checkbox-field.tsx'
import { ColorField } from './color-field.tsx'
import { ColorName } from './color-name.tsx'
import { Select } from './select.tsx'
import { Table, TableCell, TableRow } from './table.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

const palette = [
  { name: 'Emerald', value: '#10B981' },
  { name: 'Blue', value: '#3B82F6' },
]

function Colors({ error }: { readonly error?: string }) {
  const [color, setColor] = useState('#10B981')
  return <ColorField label="Color" {...{ palette, error }} value={color} onValueChange={setColor} />
}

const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Color as #RRGGBB' })
const offered = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

it('a chosen colour of the palette is what the text box says, and a typed one is chosen in the palette', async () => {
  render(<Colors />)
  await userEvent.click(offered('Blue'))
  expect(typed().value).toBe('#3B82F6')
  await userEvent.clear(typed())
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await userEvent.type(typed(), '#10b981')
  expect(offered('Emerald').checked).toBe(true)
})

it('the palette is one stop of the keyboard, and then comes the text box', async () => {
  render(<Colors />)
  await userEvent.tab()
  expect(document.activeElement).toBe(offered('Emerald'))
  await userEvent.tab()
  expect(document.activeElement).toBe(typed())
})

it('what is wrong with a colour is said at its text box', () => {
  render(<Colors error="Invalid color format" />)
  expect(typed().getAttribute('aria-invalid')).toBe('true')
  const message = document.getElementById(typed().getAttribute('aria-describedby') ?? '')
  expect(message?.textContent).toBe('Invalid color format')
})

it.each([
  { color: '#3B82F6', fill: '#3B82F6' },
  { color: 'url(https://elsewhere.test/)', fill: 'currentColor' },
  { color: undefined, fill: 'currentColor' },
])('a name of the colour $color has a dot of $fill', ({ color, fill }) => {
  const { container } = render(<ColorName name="Legal" color={color} />)
  expect(container.querySelector('circle')?.getAttribute('fill')).toBe(fill)
})

it('a box is chosen by its line and says so', async () => {
  function Box() {
    const [checked, setChecked] = useState(false)
    return <CheckboxField label="Legal & Compliance" checked={checked} onCheckedChange={setChecked} />
  }
  render(<Box />)
  await userEvent.click(screen.getByText('Legal & Compliance'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Legal & Compliance' }).checked).toBe(true)
})

it('an option that may not be chosen is shown and cannot be chosen', () => {
  render(<Select label="Role" options={[{ value: 'facilitator', label: 'Facilitator', isDisabled: true }]} />)
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Facilitator' }).disabled).toBe(true)
})

it('a table has heads for assistive technology, those of button columns too', () => {
  render(
    <Table label="Users" columns={[{ label: 'User' }, { label: 'Actions', isHidden: true }]}>
      <TableRow>
        <TableCell>Ingrid</TableCell>
        <TableCell>Delete</TableCell>
      </TableRow>
    </Table>,
  )
  const table = within(screen.getByRole('table', { name: 'Users' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'User',
    'Actions',
  ])
})

it('a list takes the focus that went with a removed row, and leaves it alone otherwise', async () => {
  function List() {
    const [rows, setRows] = useState(['a', 'b', 'c'])
    const list = useFocusAfterRemoval<HTMLUListElement>(rows.length)
    return (
      <ul ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
              {row}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'b' }))
  expect(document.activeElement).toBe(screen.getByRole('list'))
})

it('the main part of the page takes it when the list went with its last row', async () => {
  function List() {
    const [rows, setRows] = useState(['last'])
    const list = useFocusAfterRemoval<HTMLUListElement>(rows.length)
    if (rows.length === 0) return <p>Nothing</p>
    return (
      <ul ref={list} tabIndex={-1}>
        <li>
          <button type="button" onClick={() => setRows([])}>
            last
          </button>
        </li>
      </ul>
    )
  }
  render(
    <main id="main" tabIndex={-1}>
      <List />
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'last' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('the up and down keys move between rows, past one whose control is shut; a choice keeps its own keys', async () => {
  const row = (name: string, disabled = false) => (
    <TableRow>
      <TableCell>
        <Select label={`Role of ${name}`} options={[{ value: 'admin', label: 'Admin' }]} />
      </TableCell>
      <TableCell>
        <button type="button" disabled={disabled}>
          Delete {name}
        </button>
      </TableCell>
    </TableRow>
  )
  render(
    <Table label="Users" columns={[{ label: 'Role' }, { label: 'Actions' }]}>
      {row('Amara')}
      {row('Ingrid', true)}
      {row('Jonas')}
    </Table>,
  )
  const button = (name: string) => screen.getByRole('button', { name: `Delete ${name}` })
  button('Amara').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(button('Jonas'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(button('Jonas'))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(button('Amara'))
  const choice = screen.getByRole('combobox', { name: 'Role of Amara' })
  choice.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(choice)
})
