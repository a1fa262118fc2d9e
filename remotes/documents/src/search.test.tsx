// @vitest-environment happy-dom
import type { FoundPassage } from '@portal/contracts/search'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedDocument } from './testing/fixed-documents.ts'
import { type LibrarySetup, renderLibrary } from './testing/render-library.tsx'

const retention = fixedDocument(1, { title: 'Data Retention' })
const leave = fixedDocument(2, { title: 'Leave' })

/** The n-th passage of a document. */
function passage(document: typeof retention, n: number, changes: Partial<FoundPassage> = {}): FoundPassage {
  const { id: documentId, title, customId, currentVersion } = document
  return {
    id: `0190b6c1-0000-7000-a000-${documentId.slice(-6)}${String(n).padStart(6, '0')}`,
    ...{ documentId, title, customId, versionId: currentVersion?.id ?? '', version: 1 },
    ...{ headingPath: ['4 Records', '4.2 Periods'], page: 3, start: 100 * n, end: 100 * n + 40, score: 1 },
    text: `Records of payroll are kept for ${n} years.`,
    ...changes,
  }
}

function search(passages: readonly FoundPassage[], setup: LibrarySetup = {}) {
  const asked: URLSearchParams[] = []
  const rendered = renderLibrary({
    documents: [retention, leave],
    path: '/documents?q=record',
    ...setup,
    responses: {
      'GET /api/search': (_, request) => {
        asked.push(new URL(request.url).searchParams)
        return Response.json({ passages })
      },
      ...setup.responses,
    },
  })
  return { ...rendered, asked }
}

const region = () => screen.findByRole('region', { name: 'Inside the documents' })

describe('searching inside the documents', () => {
  it('shows passages by document, with their headings, page and the words marked', async () => {
    search([passage(retention, 7), passage(leave, 1), passage(retention, 8)])
    const found = within(await region())
    await found.findByText('3 passages in 2 documents')
    const [first, second] = found.getAllByRole('article')
    expect(first?.getAttribute('aria-label')).toBe('Data Retention')
    expect(second?.getAttribute('aria-label')).toBe('Leave')
    const [line] = within(found.getByRole('list', { name: 'Passages of Data Retention' })).getAllByRole(
      'link',
    )
    expect(line?.textContent).toContain('4 Records › 4.2 Periods › page 3')
    expect([...(line?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['Records'])
  })

  it('shows the rows of a table on lines of their own, and dots between cells', async () => {
    const text = 'Record\tKept for\n\nPayroll \t 7 years'
    search([passage(retention, 7, { text })])
    const found = within(await region())
    const list = await found.findByRole('list', { name: 'Passages of Data Retention' })
    expect(list.textContent).toContain('Record · Kept for\nPayroll · 7 years')
  })

  it("opens the document's page at the passage", async () => {
    const { person, navigations } = search([passage(retention, 7)])
    const found = within(await region())
    await person.click(await found.findByText(/are kept for 7 years/))
    expect(navigations.at(-1)).toBe(
      `/documents/${retention.id}?version=${retention.currentVersion?.id}&start=700&end=740`,
    )
  })

  it('asks in the department that the list is narrowed to', async () => {
    const { asked } = search([], { path: '/documents?q=record&department=2' })
    await within(await region()).findByText('No passage found.')
    expect(asked.map(String)).toEqual(['q=record&limit=30&department=2'])
  })

  it('shows three passages of a document at first, and the others on demand', async () => {
    const { person } = search([1, 2, 3, 4, 5].map((n) => passage(retention, n)))
    const found = within(await region())
    await person.click(await found.findByRole('button', { name: '2 more passages of this document' }))
    expect(found.getByRole('list', { name: 'Passages of Data Retention' }).children).toHaveLength(5)
  })

  it('says when no passage has the words and only the meaning is near', async () => {
    search([passage(leave, 1, { text: 'Salaries are paid monthly.' })])
    await within(await region()).findByText(
      'No passage has these words. Nearest in meaning: 1 passage in 1 document',
    )
  })

  it('shows no more than the five nearest where no passage has the words', async () => {
    const text = 'Salaries are paid monthly.'
    search([1, 2, 3, 4, 5, 6].map((n) => passage(n % 2 === 0 ? leave : retention, n, { text })))
    const found = within(await region())
    await found.findByText('No passage has these words. Nearest in meaning: 5 passages in 2 documents')
    expect(found.getAllByText(text)).toHaveLength(5)
  })

  it('that is away says so, leaves the titles found, and can be tried again', async () => {
    const { person, server } = search([], {
      path: '/documents?q=reten',
      responses: { 'GET /api/search': () => errorResponse(503, 'Search is unavailable right now.') },
    })
    const found = within(await region())
    await found.findByText('Search is unavailable right now.')
    await screen.findByRole('article', { name: 'Data Retention' })
    server.now({ 'GET /api/search': () => Response.json({ passages: [passage(leave, 1)] }) })
    await person.click(found.getByRole('button', { name: 'Retry' }))
    await found.findByRole('article', { name: 'Leave' })
  })

  it('waits for three letters', async () => {
    const { asked } = search([], { path: '/documents?q=re' })
    await screen.findByRole('article', { name: 'Data Retention' })
    expect(screen.queryByRole('region', { name: 'Inside the documents' })).toBeNull()
    expect(asked).toEqual([])
  })
})
