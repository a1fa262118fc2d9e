// @vitest-environment happy-dom
import type { GoldenRun } from '@portal/contracts/golden-questions'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/golden-questions.tsx'
import { fixedGolden, fixedNames, fixedRun } from './testing/fixed-learned.ts'

const questions = '/api/chat/golden-questions'
const runs = '/api/chat/golden-runs'
const results = [
  { questionId: fixedGolden(1).id, outcome: 'answered', isRightDocument: true, hasWords: true },
  { questionId: fixedGolden(2).id, outcome: 'no_evidence', isRightDocument: false, hasWords: null },
].map((result) => ({ ...result, citedDocuments: [] }))

const renderGolden = (latest: readonly GoldenRun[], setup: ScreenSetup = {}) =>
  renderScreen(Screen, {
    path: '/golden-questions',
    ...setup,
    responses: {
      ...fixedNames,
      [`GET ${questions}`]: () => Response.json([fixedGolden(2), fixedGolden(1)]),
      [`GET ${runs}`]: () => Response.json(latest),
      [`GET ${runs}/${fixedRun().id}`]: () => Response.json({ ...fixedRun(), results }),
      ...setup.responses,
    },
  })

describe('golden questions', () => {
  it('show the trend, and what the latest run made of each', async () => {
    renderGolden([fixedRun()])
    await screen.findByText('1 of 3')
    const rows = () => within(screen.getByRole('table', { name: 'Golden questions' })).getAllByRole('row')
    await waitFor(() => expect(rows()[1]?.textContent).toContain('Not answered'))
    expect(rows()[2]?.textContent).toContain('Right')
  })

  it('say that a document is not there to answer any more', async () => {
    const closed = { ...fixedGolden(1), words: '', isClosed: true }
    renderGolden([], { responses: { [`GET ${questions}`]: () => Response.json([fixedGolden(2), closed]) } })
    const table = await screen.findByRole('table', { name: 'Golden questions' })
    const [, open, gone] = within(table).getAllByRole('row')
    expect(gone?.textContent).toContain('Not in force, or deleted')
    expect(open?.textContent).not.toContain('Not in force')
  })

  it('cannot be run before there are any, and say what comes first', async () => {
    renderGolden([], { responses: { [`GET ${questions}`]: () => Response.json([]) } })
    await screen.findByText(/^Add questions first/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run now' }).disabled).toBe(true)
  })

  it('draw the trend from two finished runs on, in words as well', async () => {
    const broken = fixedRun(3, { state: 'failed', right: 0 })
    const before = fixedRun(2, { right: 0, startedAt: '2026-01-05T09:00:00.000Z' })
    renderGolden([broken, fixedRun(1, { right: 3, answered: 3 }), before])
    const trend = await screen.findByRole('img', { name: /^Right answers in 2 runs/ })
    expect(trend.getAttribute('aria-label')).toBe(
      'Right answers in 2 runs: 0 percent in the first, 100 in the latest',
    )
    expect([...trend.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      '5 Jan 2026: 0 of 3 right',
      expect.stringContaining('3 of 3 right'),
    ])
  })

  it('say how far an open run is, and do not start another', async () => {
    renderGolden([fixedRun(1, { state: 'running', asked: 1, finishedAt: null })])
    await screen.findByText('Asking 1 of 3 questions…')
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('progressbar', { name: 'Golden questions asked' })).toBeTruthy()
  })

  it('are run now', async () => {
    const call = `POST ${runs}`
    const { person, server } = renderGolden([], {
      responses: { [call]: () => Response.json(fixedRun(2, { state: 'running' }), { status: 202 }) },
    })
    await screen.findByText('No runs yet')
    await person.click(screen.getByRole('button', { name: 'Run now' }))
    await waitFor(() => expect(server.requests(call)).toHaveLength(1))
  })

  it('need the document that should answer', async () => {
    const call = `POST ${questions}`
    const { person, server } = renderGolden([], {
      responses: {
        [call]: () => Response.json(fixedGolden(3), { status: 201 }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Add question' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByRole('textbox', { name: 'Question' }), 'How long?')
    expect(dialog.getByRole('button', { name: 'Add question' })).toHaveProperty('disabled', true)
    expect(server.requests(call)).toEqual([])
  })

  it('leave the keyboard at the table when one of them is removed', async () => {
    const { person, server } = renderGolden([])
    await person.click(await screen.findByRole('button', { name: 'Delete Golden question 2?' }))
    server.now({
      [`DELETE ${questions}/${fixedGolden(2).id}`]: () => new Response(null, { status: 204 }),
      [`GET ${questions}`]: () => Response.json([fixedGolden(1)]),
    })
    await person.click(await screen.findByRole('button', { name: 'Remove question' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const table = screen.getByRole('table', { name: 'Golden questions' })
    await waitFor(() => expect(document.activeElement).toBe(table))
  })
})
