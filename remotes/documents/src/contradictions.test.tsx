// @vitest-environment happy-dom
import type { Contradiction } from '@portal/contracts/contradictions'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/contradictions.tsx'

const path = '/api/documents/contradictions'
const idOf = (n: number) => `0190b6c1-0000-7000-b000-${String(n).padStart(12, '0')}`

const clause = (n: number, title: string, quote: string): Contradiction['clauses'][number] => ({
  ...{ documentId: idOf(n), versionId: idOf(n + 100), version: 1, title, customId: `POL-${n}` },
  ...{ headingPath: ['8. Records'], page: n, start: 20, end: 20 + quote.length, quote },
})
const records: Contradiction = {
  kind: 'value',
  clauses: [
    clause(1, 'Complaints', 'Complaint records are kept for five years.'),
    clause(2, 'Retention', 'Complaint records\t10 years'),
  ],
}

const renderContradictions = (answer: () => Response) =>
  renderScreen(Screen, { path: '/documents/contradictions', responses: { [`GET ${path}`]: answer } })

describe('contradictions', () => {
  it('are shown side by side, each leading to its passage', async () => {
    renderContradictions(() => Response.json({ contradictions: [records], isWhole: true }))
    const pair = within(await screen.findByRole('region', { name: /^Different values: / }))
    const [five, ten] = pair.getAllByRole('link')
    expect(five?.textContent).toContain('Complaint records are kept for five years.')
    expect(five?.getAttribute('href')).toBe(`/documents/${idOf(1)}?version=${idOf(101)}&start=20&end=62`)
    expect(ten?.textContent).toBe('Retention ID POL-28. Records › page 2Complaint records · 10 years')
    expect(screen.queryByText(/Only the/)).toBeNull()
  })

  it('that are not there are said to be what they could be', async () => {
    renderContradictions(() => Response.json({ contradictions: [], isWhole: true }))
    await screen.findByText('No contradictions found')
  })

  it('say when not all text was compared', async () => {
    renderContradictions(() => Response.json({ contradictions: [records], isWhole: false }))
    await screen.findByText('Only the newest documents were compared, because there is too much text.')
  })

  it('that cannot be read are said to be so', async () => {
    renderContradictions(() => errorResponse(503, 'Busy.'))
    await screen.findByText('The documents could not be compared')
  })
})
