// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  differenceCall,
  documentId,
  fixedDifference,
  fixedRows,
  renderDifference,
  versionIds,
} from './testing/fixed-difference.ts'
import { fixedVersion } from './testing/fixed-versions.ts'

const lines = () => within(screen.getByRole('list', { name: 'Lines' }))
const lineOf = async (text: RegExp) => {
  await screen.findByRole('list', { name: 'Lines' })
  const line = lines()
    .getAllByRole('listitem')
    .find((each) => text.test(each.textContent ?? ''))
  if (!line) throw new Error(`No line says ${text}.`)
  return line
}

describe('the difference of two versions', () => {
  it('says in words what changed, and which two versions are compared', async () => {
    renderDifference()
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
    screen.getByText('2 changed, 1 moved, 1 added, 1 removed, 1 renumbered')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'From' }).value).toBe(versionIds[0])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'To' }).value).toBe(versionIds[1])
  })

  it('offers each version by what the portal calls it', async () => {
    const past = '2026-01-14T10:20:00.000Z'
    const versions = [
      fixedVersion(4, { status: 'draft', areChangesRequested: true }),
      fixedVersion(3, { effectiveAt: '2099-01-01T00:00:00.000Z' }),
      fixedVersion(2, { isActive: true }),
      fixedVersion(1, { activatedAt: past, supersededAt: past }),
    ]
    renderDifference({
      responses: { [`GET /api/documents/${documentId}/versions`]: () => Response.json(versions) },
    })
    const from = await screen.findByRole('combobox', { name: 'From' })
    expect(
      within(from)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'Version 4 (changes requested)',
      'Version 3 (scheduled)',
      'Version 2 (current)',
      'Version 1 (superseded)',
    ])
  })

  it.each(['pdf', 'html'])('can be saved as %s for the file', async (format) => {
    const saved = catchSavedFiles()
    const file = `/api/documents/${documentId}/versions/${versionIds[1]}/difference/file`
    const { person, server } = renderDifference({
      token: 'a.b.c',
      responses: { [`GET ${file}`]: () => fileResponse(`attachment; filename="Gifts, 1 to 2.${format}"`) },
    })
    const name = `Save as ${format.toUpperCase()}`
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name })
    expect(link.getAttribute('href')).toBe(`${file}?with=${versionIds[0]}&format=${format}`)
    await person.click(link)
    await waitFor(() => expect(saved.map((each) => each.name)).toEqual([`Gifts, 1 to 2.${format}`]))
    expect(server.requests(`GET ${file}`)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  it('marks every kind of change with a word for those who see no colour', async () => {
    renderDifference()
    const changed = await lineOf(/three/)
    expect(changed.textContent).toMatch(/^Changed: /)
    expect(within(changed).getAllByText('three')[0]?.tagName).toBe('DEL')
    expect(within(changed).getAllByText('six')[0]?.tagName).toBe('INS')
    expect((await lineOf(/burned/)).textContent).toMatch(/^Removed: /)
    expect((await lineOf(/shredded/)).textContent).toMatch(/^Added: /)
    expect((await lineOf(/Moved to/)).textContent).toMatch(/^Moved away: /)
    expect((await lineOf(/Moved from/)).textContent).toMatch(/^Moved here: /)
    expect((await lineOf(/Keys are counted/)).textContent).toMatch(/^Renumbered: /)
  })

  it('side by side shows each version as it is; in line shows one text with what went and came', async () => {
    const { person, navigations } = renderDifference()
    const changed = await lineOf(/three/)
    expect(changed.textContent).toContain('Files are kept for three years.')
    expect(changed.textContent).toContain('Files are kept for six years.')
    await person.click(screen.getByRole('radio', { name: 'In line' }))
    expect((await lineOf(/three/)).textContent).toContain('Files are kept for threesix years.')
    expect(navigations.at(-1)).toContain('view=inline')
  })

  it('a changed row of a table stays in its cells', async () => {
    renderDifference({ search: `?with=${versionIds[0]}&view=inline` })
    const row = await lineOf(/Invoices/)
    const cells = [...row.querySelectorAll('[data-cell]')].map((cell) => cell.textContent)
    expect(cells).toEqual(['Invoices', '6 years10 years', 'Finance'])
  })

  it('unchanged lines are folded, and shown when someone wants to see them', async () => {
    const { person, server } = renderDifference()
    const button = await screen.findByRole('button', { name: 'Show 20 unchanged lines' })
    const [, line] = fixedRows
    if (line?.kind !== 'same') throw new Error('No unchanged row.')
    const rows = Array.from({ length: 20 }, (_, at) => ({
      ...line,
      index: at,
      after: { ...line.after, text: `Unchanged clause ${at + 1}.` },
    }))
    server.now({ [differenceCall]: () => Response.json(fixedDifference({ rows })) })
    await person.click(button)
    await screen.findAllByText('Unchanged clause 20.')
    expect(screen.queryByRole('button', { name: /unchanged line/ })).toBeNull()
  })

  it('unchanged lines that cannot be read say so, and can be asked for again', async () => {
    const { person, server } = renderDifference()
    const button = await screen.findByRole('button', { name: 'Show 20 unchanged lines' })
    server.now({ [differenceCall]: () => errorResponse(503, 'Down') })
    await person.click(button)
    await screen.findByText('The lines could not be read. Please try again.')
    expect(button).toHaveProperty('disabled', false)
  })
})

describe('the way from change to change', () => {
  it('n and p, j and k and the buttons go there, focus the line and say where one is', async () => {
    const { person } = renderDifference()
    await screen.findByText('5 changes')
    screen.getByRole('button', { name: 'Next change' }).focus()
    await person.keyboard('n')
    await screen.findByText('Change 1 of 5: Changed, 6.2')
    await waitFor(() => expect(document.activeElement?.id).toBe('difference-row-21'))
    await person.keyboard('j')
    await screen.findByText('Change 2 of 5: Removed, 6.3')
    await person.click(screen.getByRole('button', { name: 'Next change' }))
    await screen.findByText('Change 3 of 5: Added, 6.3')
    await person.keyboard('p')
    await person.keyboard('k')
    await screen.findByText('Change 1 of 5: Changed, 6.2')
    expect(screen.getByRole('button', { name: 'Previous change' })).toHaveProperty('disabled', true)
  })

  it('keys typed into a field are left to it', async () => {
    const { person, navigations } = renderDifference()
    const field = await screen.findByRole('combobox', { name: 'From' })
    await screen.findByText('5 changes')
    field.focus()
    await person.keyboard('n')
    expect(navigations).toEqual([])
  })

  it('single letters act only while the focus is within the difference', async () => {
    const { person, navigations } = renderDifference()
    await screen.findByText('5 changes')
    await person.keyboard('njpk')
    screen.getByRole('link', { name: 'Document Versions' }).focus()
    await person.keyboard('njpk')
    expect(navigations).toEqual([])
    await person.click(await lineOf(/Keys are counted/))
    await person.keyboard('n')
    await screen.findByText('Change 1 of 5: Changed, 6.2')
  })

  it('a move leads to its other end', async () => {
    const { person } = renderDifference()
    await person.click(await screen.findByRole('button', { name: 'Moved to 9.1 in “Visitors”' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('difference-row-27'))
    await person.click(screen.getByRole('button', { name: 'Moved from 6.4 in “Notification”' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('difference-row-24'))
  })

  it('the sections with changes are an overview that leads to them', async () => {
    const { person } = renderDifference()
    const overview = await screen.findByRole('navigation', { name: 'Changed sections' })
    await person.click(within(overview).getByRole('button', { name: /Visitors/ }))
    await screen.findByText('Change 5 of 5: Moved here, 9.1')
  })

  it('a link to a row that comes in a later part reads up to it', async () => {
    const parts = [
      fixedDifference({ rows: fixedRows.slice(0, 3), next: 22 }),
      fixedDifference({ rows: fixedRows.slice(3), sections: [] }),
    ]
    const { server } = renderDifference({
      search: `?with=${versionIds[0]}&row=27`,
      responses: {
        [differenceCall]: (_, { url }) => Response.json(parts[url.includes('cursor=22') ? 1 : 0]),
      },
    })
    await waitFor(() => expect(document.activeElement?.id).toBe('difference-row-27'))
    expect(server.requests(differenceCall)).toHaveLength(2)
  })
})

describe('which versions', () => {
  it('leads back to all versions, but not those who have no page of them (decision 57)', async () => {
    renderDifference()
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Document Versions' })
    expect(link.getAttribute('href')).toBe(`/documents/${documentId}/versions`)
    cleanup()
    renderDifference({ role: 'team_member' })
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
    expect(screen.queryByRole('link', { name: 'Document Versions' })).toBeNull()
  })

  it('choosing another version compares with it', async () => {
    const { person, navigations } = renderDifference({
      responses: {
        [`GET /api/documents/${documentId}/versions`]: () =>
          Response.json([
            fixedVersion(3, { status: 'pending_approval' }),
            fixedVersion(2),
            fixedVersion(1, { isActive: true }),
          ]),
      },
    })
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
    await person.selectOptions(
      await screen.findByRole('combobox', { name: 'To' }),
      'Version 3 (pending approval)',
    )
    expect(navigations.at(-1)).toBe(
      `/documents/${documentId}/versions/${versionIds[2]}/difference?with=${versionIds[0]}`,
    )
  })

  it('an address without the other version compares with the current one', async () => {
    const { server } = renderDifference({ search: '' })
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
    expect(server.requests(differenceCall)).toHaveLength(1)
  })

  it('the oldest version is compared with the one that followed it', async () => {
    const [oldest = ''] = versionIds
    renderDifference({ search: '', params: { id: documentId, versionId: oldest } })
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'From' }).value).toBe(oldest)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'To' }).value).toBe(versionIds[1])
  })

  it('a document with one version has nothing to compare with, and says so', async () => {
    renderDifference({
      search: '',
      responses: { [`GET /api/documents/${documentId}/versions`]: () => Response.json([fixedVersion(2)]) },
    })
    await screen.findByText('There is nothing to compare with')
  })
})

describe('when there is nothing to show', () => {
  it('two versions that say the same say so', async () => {
    const summary = { changed: 0, added: 0, removed: 0, moved: 0, renumbered: 0, unchanged: 20 }
    const rows = fixedRows.slice(0, 1)
    renderDifference({
      responses: { [differenceCall]: () => Response.json(fixedDifference({ summary, rows, sections: [] })) },
    })
    await screen.findByText('Both versions say the same')
    screen.getByText('No differences')
    expect(screen.queryByRole('button', { name: 'Next change' })).toBeNull()
  })

  it('a refusal is shown in the server’s words and can be tried again', async () => {
    const message = 'Version 2 is still being read. It can be compared in a moment.'
    const { person, server } = renderDifference({
      responses: { [differenceCall]: () => errorResponse(409, message) },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    server.now({ [differenceCall]: () => Response.json(fixedDifference()) })
    await person.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Version 1 to version 2' })
  })
})
