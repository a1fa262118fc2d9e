// @vitest-environment happy-dom
import type { Document } from '@portal/contracts/documents'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { renderLibrary } from './testing/render-library.tsx'

const documents = Array.from({ length: 2000 }, (_, at) =>
  fixedDocument(2000 - at, at % 10 === 0 ? { departmentId: 2, departmentName: 'Human Resources' } : {}),
)

/** A server that searches and answers in parts as decision 29 says. */
function renderLarge(path: string, all: readonly Document[] = documents) {
  const asked: string[] = []
  const rendered = renderLibrary({
    path,
    responses: {
      'GET /api/documents': (_, request) => {
        const { searchParams } = new URL(request.url)
        asked.push(String(searchParams))
        const found = all.filter(
          ({ title, departmentId }) =>
            title.includes(searchParams.get('q') ?? '') &&
            [null, String(departmentId)].includes(searchParams.get('department')),
        )
        const from = found.findIndex(({ id }) => id === searchParams.get('cursor')) + 1
        const part = found.slice(from, from + Number(searchParams.get('limit') ?? 5000))
        return Response.json(part, { headers: { 'x-total-count': String(found.length) } })
      },
    },
  })
  return { ...rendered, asked }
}

/** Counted without roles, which take happy-dom long to compute. */
const rows = () => document.querySelectorAll('tbody tr').length

describe('a library of 2,000 documents', () => {
  it('draws 100, says how many there are, and brings more on demand', async () => {
    const { person, asked } = renderLarge('/documents')
    await screen.findByText('100 of 2000 documents')
    expect(rows()).toBe(100)
    expect(asked).toEqual(['limit=200'])
    await person.click(screen.getByText('Show more'))
    await screen.findByText('200 of 2000 documents')
    expect(rows()).toBe(200)
    await person.click(screen.getByText('Show more'))
    await screen.findByText('300 of 2000 documents')
    await waitFor(() => expect(rows()).toBe(300))
    expect(asked).toEqual(['limit=200', `limit=200&cursor=${documents[199]?.id}`])
  })

  it('is searched and narrowed by the server', async () => {
    const { asked } = renderLarge('/documents?q=Policy%2019&department=2')
    await waitFor(() => expect(rows()).toBe(11))
    expect(asked).toContain('limit=100&q=Policy+19&department=2')
    const table = screen.getByRole('table', { name: 'Documents' })
    expect(within(table).getByText('Policy 1990')).toBeTruthy()
  })

  it('says in the specified words that nothing was found', async () => {
    renderLarge('/documents?q=pancakes')
    await screen.findByText('No documents match your search for "pancakes"')
  })
})

it('a library of 199 documents is read once and filtered here', async () => {
  const { person, asked } = renderLarge('/documents', documents.slice(0, 199))
  await waitFor(() => expect(rows()).toBe(100))
  await person.type(screen.getByRole('searchbox', { name: 'Search documents' }), '1999')
  await waitFor(() => expect(rows()).toBe(1))
  expect(asked).toEqual(['limit=200'])
})
