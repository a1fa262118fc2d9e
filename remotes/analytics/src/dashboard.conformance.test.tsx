// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/dashboard.tsx'
import { fixedDocument, fixedId, fixedOrganization } from './testing/fixed-organization.ts'

type Changes = Parameters<typeof fixedOrganization>[0]

function renderDashboard(changes: Changes = {}) {
  return renderScreen(Screen, { responses: fixedOrganization(changes) })
}

const card = (name: string) => within(screen.getByRole('region', { name }))
const hrefs = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('href'))

describe('product §2: the dashboard', () => {
  it("is at / for members, titled 'Dashboard', and linked first", () => {
    expect(manifest.routes[0]).toEqual({
      ...{ path: '/', screen: 'dashboard', when: ['member'], title: 'Dashboard', layout: 'topbar' },
    })
    expect(manifest.navigation[0]).toMatchObject({ label: 'Dashboard', to: '/' })
  })

  it('welcomes to the organization by name', () => {
    renderDashboard()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Halden Medical')
  })

  it('has the four stat cards', async () => {
    renderDashboard()
    await screen.findByText('Total Questions')
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms).toEqual(['Total Questions', 'Documents', 'Avg Rating', 'Departments'])
    const [questions, documents, rating, departments] = screen.getAllByRole('definition')
    expect(questions?.textContent).toMatch(/^1,284/)
    expect(documents?.textContent).toMatch(/^212/)
    expect(rating && within(rating).getByRole('img', { name: '4.3 out of 5' })).toBeTruthy()
    expect(departments?.textContent).toMatch(/^5/)
  })

  it.each([
    [4.5, 'green'],
    [4.4, 'yellow'],
    [3.5, 'yellow'],
    [3.4, 'red'],
  ])('product §9: an average of %d is %s', async (averageRating, tone) => {
    const stats = { totalQuestions: 1, totalDocuments: 1, averageRating, departments: [] }
    renderDashboard({ '/api/analytics/stats': stats })
    const rating = await screen.findByRole('img', { name: `${averageRating.toFixed(1)} out of 5` })
    expect(rating.dataset['tone']).toBe(tone)
    expect(rating.textContent).toContain(averageRating.toFixed(1))
  })

  it('decision 32: without ratings there is a dash in neutral colour', async () => {
    const stats = { totalQuestions: 0, totalDocuments: 0, averageRating: null, departments: [] }
    renderDashboard({ '/api/analytics/stats': stats })
    const rating = await screen.findByRole('img', { name: 'No ratings yet' })
    expect(rating.textContent).toContain('–')
    expect(rating.dataset['tone']).toBe('neutral')
  })

  it('has an AI Assistant card with an Open Chat link', () => {
    renderDashboard()
    const link = card('AI Assistant').getByRole('link', { name: 'Open Chat' })
    expect(link.getAttribute('href')).toBe('/chat')
  })

  it('has Quick Actions to documents, team and analytics', () => {
    renderDashboard()
    const links = card('Quick Actions').getAllByRole('link')
    expect(hrefs(links)).toEqual(['/documents', '/team', '/analytics'])
  })

  it('has the recent activity, in words, with where to look', async () => {
    const activity = {
      ...{ id: fixedId(1), at: '2026-11-20T10:00:00.000Z', action: 'document.uploaded' },
      ...{ phrase: 'uploaded', actorId: 'person-2', actorName: 'Priya Raghunathan' },
      ...{ subjectName: 'Travel Policy', to: '/documents/1' },
    }
    const byPortal = { ...activity, id: fixedId(2), actorId: null, actorName: null, to: null, phrase: 'read' }
    renderDashboard({ '/api/analytics/activity': [activity, byPortal] })
    const [first, second] = await card('Recent activity').findAllByRole('listitem')
    expect(first?.textContent).toContain('Priya Raghunathan uploaded Travel Policy')
    expect(first && within(first).getByRole('link').getAttribute('href')).toBe('/documents/1')
    expect(second?.textContent).toContain('The portal read Travel Policy')
  })

  it('product §9: asks for and shows 5 latest documents', async () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => fixedDocument(n, { isActive: n !== 2 }))
    const { server } = renderDashboard({ '/api/documents': six })
    const rows = await card('Latest documents').findAllByRole('listitem')
    expect(rows).toHaveLength(5)
    expect(rows[0]?.textContent).toContain('Policy 1DOC-1No departmentActive')
    expect(rows[1]?.textContent).toContain('Inactive')
    expect(rows[0] && within(rows[0]).getByRole('link').getAttribute('href')).toBe(`/documents/${fixedId(1)}`)
    expect(server.requests('GET /api/documents').length).toBeGreaterThan(0)
  })

  it('says of a latest document that the assistant cannot answer from why not, as the library does', async () => {
    const reading = { state: 'reading', reason: null, passages: null } as const
    renderDashboard({
      '/api/documents': [
        fixedDocument(1),
        fixedDocument(2, { currentVersion: null }),
        fixedDocument(3, { ingestion: reading }),
      ],
    })
    const rows = await card('Latest documents').findAllByRole('listitem')
    expect(rows[1]?.textContent).toContain('ActiveNo current version')
    expect(rows[2]?.textContent).toContain('ActiveReading')
    const badges = card('Latest documents').getAllByText('Active', { selector: 'span' })
    expect(badges.map(({ className }) => className.includes('success'))).toEqual([true, false, false])
  })

  it("product §9: shows 5 latest conversations, untitled ones as 'Untitled Conversation'", async () => {
    const createdAt = '2026-11-20T10:00:00.000Z'
    const six = [1, 2, 3, 4, 5, 6].map((n) => ({
      ...{ id: fixedId(n), title: n === 3 ? null : `Question ${n}`, createdAt },
    }))
    renderDashboard({ '/api/conversations': six })
    const rows = await card('Latest conversations').findAllByRole('listitem')
    const titles = rows.map((row) => row.querySelector('[dir=auto]')?.textContent)
    expect(titles).toEqual([
      ...['Question 1', 'Question 2', 'Untitled Conversation', 'Question 4', 'Question 5'],
    ])
    expect(rows[0] && within(rows[0]).getByRole('link').getAttribute('href')).toBe(
      `/chat?conversation=${fixedId(1)}`,
    )
  })

  it('a part that fails says so and can be read again, and the others stay', async () => {
    const { person, server } = renderScreen(Screen, {
      responses: {
        ...fixedOrganization(),
        'GET /api/analytics/activity': () => errorResponse(503, 'Being maintained'),
      },
    })
    await screen.findByText('The recent activity could not be loaded')
    expect(screen.getByText('request-1')).toBeTruthy()
    expect(await screen.findByText('1,284')).toBeTruthy()
    server.now(fixedOrganization())
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Nothing has happened yet')).toBeTruthy()
  })
})
