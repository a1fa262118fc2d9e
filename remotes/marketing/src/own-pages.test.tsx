// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { anonymousSession } from '@portal/remote-kit/test-portal'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { calendarFile } from './features/call/calendar-file.ts'
import { proposedDays } from './features/call/proposed-times.ts'
import { quizQuestions } from './features/quiz/quiz-questions.ts'
import { quizResult } from './features/quiz/quiz-result.ts'
import { Screen as Call } from './routes/call.tsx'
import { Screen as Quiz } from './routes/quiz.tsx'
import { Screen as Security } from './routes/security.tsx'
import { fixedContent, renderPublic } from './testing/render-public.tsx'

afterEach(() => vi.restoreAllMocks())

const all = (choice: 'Yes' | 'Partly' | 'No') =>
  Object.fromEntries(quizQuestions.map((_, at) => [at, choice]))

describe('the quiz (decision 50)', () => {
  it('has twelve questions, three to an area, each with its advice', () => {
    expect(quizQuestions).toHaveLength(12)
    const byArea = Map.groupBy(quizQuestions, ({ area }) => area)
    expect([...byArea.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3])
    expect(new Set(quizQuestions.map(({ advice }) => advice)).size).toBe(12)
  })

  it.each([
    [all('Yes'), 'Ready', 24, 0],
    [{ ...all('Yes'), 0: 'No', 3: 'Partly', 7: 'No' }, 'Nearly ready', 19, 3],
    [all('Partly'), 'On the way', 12, 12],
    [all('No'), 'At the start', 0, 12],
    [{}, 'At the start', 0, 12],
  ] as const)('%j is %s with %s points and %s steps', (answers, level, points, steps) => {
    const result = quizResult(answers)
    expect(result).toMatchObject({ level, points, pointsMax: 24 })
    expect(result.steps).toHaveLength(steps)
    expect(result.areas.reduce((sum, area) => sum + area.points, 0)).toBe(points)
  })

  it('names what was answered worst first', () => {
    const { steps } = quizResult({ ...all('Yes'), 3: 'Partly', 7: 'No' })
    expect(steps).toEqual([quizQuestions[7], quizQuestions[3]])
  })

  it('asks, explains the result, keeps the answers for a change and forgets them for a new start', async () => {
    renderPublic(Quiz, {}, '/quiz')
    const person = userEvent.setup()
    for (const { text } of quizQuestions) {
      const question = within(screen.getByRole('group', { name: text }))
      expect(question.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).required).toBe(true)
      await person.click(
        question.getByRole('radio', { name: text === quizQuestions[4]?.text ? 'No' : 'Yes' }),
      )
    }
    expect(screen.getByText('12 of 12 answered')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show my result' }))
    expect(screen.getByRole('heading', { name: 'Ready' })).toBeTruthy()
    expect(screen.getByText(/^22 of 24 points/)).toBeTruthy()
    // A screen reader pairs area and points only in a list of nothing else.
    const terms = screen.getAllByRole('term')
    expect(terms.map((term) => term.parentElement?.parentElement?.tagName)).toEqual(Array(4).fill('DL'))
    const steps = within(screen.getByRole('region', { name: 'What to do next' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(1)
    expect(steps.getByText(quizQuestions[4]?.advice ?? '')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Change my answers' }))
    expect(screen.getByText('12 of 12 answered')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show my result' }))
    await person.click(screen.getByRole('button', { name: 'Start again' }))
    expect(screen.getByText('0 of 12 answered')).toBeTruthy()
  })
})

describe('a call (decision 50)', () => {
  it('has no header button that leads to itself', () => {
    renderPublic(Call, { links: { scheduleUrl: '/call' } }, '/call')
    const header = within(screen.getByRole('banner'))
    header.getByRole('link', { name: 'Login' })
    expect(header.queryByRole('link', { name: /^Schedule a Call/ })).toBeNull()
  })

  const friday = new Date(2026, 10, 20, 15)

  it('is proposed on the next five working days', () => {
    const days = proposedDays(friday)
    expect(days.map(({ day }) => [day.getMonth() + 1, day.getDate()])).toEqual([
      [11, 23],
      [11, 24],
      [11, 25],
      [11, 26],
      [11, 27],
    ])
    for (const { times } of days) expect(times.map((time) => time.getHours())).toEqual([9, 11, 14, 16])
  })

  it('stands in a calendar file as RFC 5545 has it', () => {
    const text = calendarFile({
      times: [new Date('2026-11-23T09:00:00Z')],
      mailbox: 'contact@portal.test',
      summary: 'Call: prices, terms; and a summary that is long enough to be folded over two lines ü',
      now: friday,
    })
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    expect(text).toContain('\r\nDTSTART:20261123T090000Z\r\nDTEND:20261123T093000Z\r\n')
    expect(text).toContain('\r\nSTATUS:TENTATIVE\r\n')
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Call: prices\\, terms\\; and a summary')
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('takes up to three times, and proposes them by mail in words and in UTC', async () => {
    const opened: string[] = []
    vi.spyOn(window.location, 'assign').mockImplementation((address) => void opened.push(String(address)))
    renderPublic(Call, {}, '/call')
    const person = userEvent.setup()
    const propose = screen.getByRole('button', { name: 'Propose by e-mail' })
    expect(propose).toHaveProperty('disabled', true)
    const times = screen.getAllByRole('button', { pressed: false })
    expect(times).toHaveLength(20)
    for (const time of times.slice(0, 3)) await person.click(time)
    expect(screen.getByText('3 of 3 chosen')).toBeTruthy()
    expect(times[4]).toHaveProperty('disabled', true)
    await person.type(screen.getByLabelText(/^What should we talk about/), 'Prices')
    await person.click(propose)
    const address = new URL(opened[0] ?? '')
    expect(address.pathname).toBe('contact@portal.test')
    const body = address.searchParams.get('body') ?? ''
    expect(body.match(/^- .*\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\r?$/gm)).toHaveLength(3)
    expect(body).toContain('Topic: Prices')
  })

  it('without a mailbox cannot be proposed', () => {
    renderPublic(Call, { links: { contactMailbox: '' } }, '/call')
    expect(screen.queryByRole('button', { name: 'Propose by e-mail' })).toBeNull()
  })
})

it('without content in the page it is requested; a failure has a retry and the request id', async () => {
  document.head.replaceChildren()
  const { server, person } = renderScreen(Security, {
    session: anonymousSession(),
    responses: { 'GET /api/marketing/content': () => errorResponse(503, 'Not now') },
  })
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(await screen.findByText('This page could not be loaded.')).toBeTruthy()
  expect(screen.getByText(/request-1/)).toBeTruthy()
  server.now({ 'GET /api/marketing/content': () => Response.json(fixedContent) })
  await person.click(screen.getByRole('button', { name: /retry|again/i }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})
