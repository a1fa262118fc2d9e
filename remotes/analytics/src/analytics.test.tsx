// @vitest-environment happy-dom
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import type { Role } from '@portal/contracts/permissions'
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Screen } from './routes/analytics.tsx'
import { fixedOrganization, noFigures } from './testing/fixed-organization.ts'

type Changes = Parameters<typeof fixedOrganization>[0]

interface Setup {
  readonly path?: string
  readonly role?: Role
  readonly token?: string
  readonly changes?: Changes
}

function renderAnalytics({ changes = {}, ...setup }: Setup = {}) {
  const asked: URL[] = []
  const fixed = fixedOrganization(changes)
  const responses: ScreenSetup['responses'] = Object.fromEntries(
    Object.entries(fixed).map(([call, respond]) => [
      call,
      (body: unknown, request: Request) => {
        asked.push(new URL(request.url))
        return respond(body, request)
      },
    ]),
  )
  const queriesOf = (name: string) =>
    asked
      .filter(({ pathname }) => pathname === `/api/analytics/${name}`)
      .map(({ searchParams }) => Object.fromEntries(searchParams))
  return { ...renderScreen(Screen, { path: '/analytics', ...setup, responses }), queriesOf }
}

const today = dayIn('UTC')

describe('the period and department', () => {
  it('are the last 30 days by day at first, in the time zone of the organization', async () => {
    const { queriesOf } = renderAnalytics()
    await screen.findByText('Questions per day')
    await waitFor(() =>
      expect(queriesOf('time-series')).toEqual([{ from: addDays(today, -29), to: today, unit: 'day' }]),
    )
  })

  it('stay in the address, and a link restores them', async () => {
    const { person, navigations, queriesOf } = renderAnalytics({ path: '/analytics?days=90&department=2' })
    await screen.findByText('Questions per week')
    expect(queriesOf('insights')).toEqual([{ from: addDays(today, -89), to: today, department: '2' }])
    expect(queriesOf('trending-questions')).toEqual([{ department: '2' }])
    expect(queriesOf('departments')).toEqual([{ from: addDays(today, -89), to: today }])
    await person.selectOptions(screen.getByRole('combobox', { name: 'Step' }), 'By month')
    await screen.findByText('Questions per month')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'All departments')
    expect(navigations.at(-1)).toBe('/analytics?days=90&unit=month')
  })

  it('what the address names wrongly is ignored; an unknown department can be left', async () => {
    const { queriesOf } = renderAnalytics({ path: '/analytics?days=5&unit=hour&department=99' })
    await screen.findByText('Questions per day')
    expect(queriesOf('insights')[0]).toMatchObject({ from: addDays(today, -29), department: '99' })
    expect(screen.getByRole('option', { name: 'Department 99' })).toBeTruthy()
  })
})

describe('the chart', () => {
  it('says in words what it shows, with the period before', async () => {
    renderAnalytics()
    const label = 'Questions per day: 240 in all, 100 in the period before. The table has every figure.'
    expect(await screen.findByRole('img', { name: label })).toBeTruthy()
    expect(screen.getByText(/asked, 100 in the period before \(\+140%\)/)).toBeTruthy()
  })

  it('has a table behind it, by keyboard', async () => {
    const { person } = renderAnalytics()
    const button = await screen.findByRole('button', { name: 'Show as table' })
    button.focus()
    await person.keyboard('{Enter}')
    const table = within(screen.getByRole('table', { name: 'Questions per day' }))
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'FromAskedNo evidenceAnsweredBefore',
      '22\u00a0Nov 20262001686%100',
      '23\u00a0Nov 2026401686%0',
    ])
    await person.click(screen.getByRole('button', { name: 'Show as chart' }))
    expect(screen.queryByRole('table', { name: 'Questions per day' })).toBeNull()
  })

  it('says that there is nothing to draw, and explains no lines', async () => {
    const period = { from: today, to: today, previousFrom: today, timeZone: 'UTC' }
    const points = [{ startsOn: today, ...noFigures }]
    renderAnalytics({
      changes: { '/api/analytics/time-series': { period, unit: 'day', points, previous: points } },
    })
    expect(await screen.findByText('No questions yet')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Lines of the chart' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Show as/ })).toBeNull()
  })
})

describe('coverage', () => {
  it('has four figures, each of which opens its documents and stays in the address', async () => {
    const { person, navigations, queriesOf } = renderAnalytics()
    const overdue = await screen.findByRole('button', { name: /^Overdue for review/ })
    expect(overdue.textContent).toBe('Overdue for review3of 204')
    for (const figure of ['Asked about', 'Never asked about', 'Not read by all'])
      screen.getByRole('button', { name: new RegExp(`^${figure}`) })
    await person.click(overdue)
    expect(navigations.at(-1)).toBe('/analytics?coverage=overdue')
    const table = within(await screen.findByRole('table', { name: 'Overdue for review' }))
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(
      /Policy 1Legal & Compliance12 answers1 Nov 2026 Overdue6 of 10 people/,
    )
    expect(queriesOf('coverage/documents')[0]).toMatchObject({ kind: 'overdue' })
    await person.click(screen.getByRole('button', { name: /^Overdue for review/ }))
    expect(screen.queryByRole('table', { name: 'Overdue for review' })).toBeNull()
  })
})

describe('exports', () => {
  it('each report is a CSV file of what is shown', async () => {
    const saved = catchSavedFiles()
    const { person, server } = renderAnalytics({ path: '/analytics?days=7&department=3', token: 'a.b.c' })
    const file = 'GET /api/analytics/export/time-series'
    const asked: URL[] = []
    server.now({
      [file]: (_, { url }) => {
        asked.push(new URL(url))
        return fileResponse('attachment; filename="time-series-2026-02-01.csv"')
      },
    })
    await screen.findByText('Questions per day')
    await person.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(8)
    await person.click(screen.getByRole('menuitem', { name: 'Questions over time' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['time-series-2026-02-01.csv']))
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { from: addDays(today, -6), to: today, department: '3', unit: 'day' },
    ])
    expect(server.requests(file)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('say why a report cannot be had', async () => {
    const { person, server } = renderAnalytics()
    server.now({ 'GET /api/analytics/export/coverage': () => errorResponse(503, 'The figures are away.') })
    await screen.findByText('Questions per day')
    await person.click(screen.getByRole('button', { name: 'Export CSV' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Coverage of policies' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('The figures are away.'))
  })
})

describe('a link to a part of the page', () => {
  it('is followed again whenever the page grows, until the person moves', async () => {
    window.location.hash = '#unanswered'
    const followed: string[] = []
    const growths: (() => void)[] = []
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      followed.push(this.id)
    })
    vi.stubGlobal('ResizeObserver', observerOf(growths))
    try {
      const { person } = renderAnalytics()
      await screen.findByText('Questions per day')
      for (const grow of growths) grow()
      await screen.findByText('Coverage of policies')
      for (const grow of growths) grow()
      expect(followed).toEqual(['unanswered', 'unanswered'])
      await person.keyboard('{ArrowDown}')
      for (const grow of growths) grow()
      expect(followed).toHaveLength(2)
    } finally {
      scroll.mockRestore()
      vi.unstubAllGlobals()
      window.location.hash = ''
    }
  })
})

/** A ResizeObserver whose callbacks a test calls. */
function observerOf(growths: (() => void)[]) {
  return function observer(callback: () => void) {
    return {
      observe: () => growths.push(callback),
      disconnect: () => growths.splice(growths.indexOf(callback), 1),
    }
  }
}

describe('an organization of which nothing is known yet', () => {
  it('says in each card what will be there', async () => {
    const period = { from: today, to: today, previousFrom: today, timeZone: 'UTC' }
    renderAnalytics({
      role: 'manager',
      changes: {
        '/api/analytics/insights': { period, present: noFigures, previous: noFigures },
        '/api/analytics/departments': [],
        '/api/analytics/trending-questions': [],
        '/api/analytics/unanswered-questions': [],
        '/api/analytics/recommendations': [],
        '/api/analytics/coverage': {
          ...{ period, documents: 0, askedAbout: 0, neverAsked: 0, overdue: 0, unread: 0, outstanding: 0 },
        },
      },
    })
    for (const words of [
      ...['No questions in this period', 'No departments yet', 'No trending questions yet'],
      ...['Nothing to do', 'Nothing to recommend', 'No documents in force'],
    ])
      expect(await screen.findByText(words)).toBeTruthy()
  })
})
