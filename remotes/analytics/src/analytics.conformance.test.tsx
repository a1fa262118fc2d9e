// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/analytics.tsx'
import { fixedOrganization } from './testing/fixed-organization.ts'

const renderAnalytics = (path = '/analytics') =>
  renderScreen(Screen, { path, responses: fixedOrganization() })

const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('product §2: analytics', () => {
  it('is at /analytics for members, titled and linked', () => {
    expect(manifest.routes[1]).toMatchObject({ path: '/analytics', when: ['member'], title: 'Analytics' })
    expect(manifest.navigation[1]).toMatchObject({ label: 'Analytics', to: '/analytics' })
  })

  it('has stat cards, and each of the specified cards', async () => {
    renderAnalytics()
    for (const name of [
      ...['Department Activity', 'Trending Questions', 'AI Performance Insights', 'Usage Recommendations'],
    ])
      await card(name)
    await screen.findByText('1,284')
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms.slice(0, 4)).toEqual(['Total Questions', 'Documents', 'Avg Rating', 'Departments'])
  })

  it('decision 35: the insights are the shares and the median time, beside the period before', async () => {
    renderAnalytics()
    const insights = await card('AI Performance Insights')
    await insights.findByText('Answered share')
    const text = screen.getByRole('region', { name: 'AI Performance Insights' }).textContent
    expect(text).toContain('Answered share86%172 of 200– in the period before')
    expect(text).toContain('No-evidence share8%16 of 200')
    expect(text).toContain('Low-rated share5%2 of 40 rated 1 or 2')
    expect(text).toContain('Median time to answer2.6 s')
  })

  it('product §9: the ratings of the departments have one decimal, stars and a colour', async () => {
    renderAnalytics()
    const activity = await card('Department Activity')
    const ratings = await activity.findAllByRole('img')
    expect(ratings.map((rating) => [rating.getAttribute('aria-label'), rating.dataset['tone']])).toEqual([
      ['4.5 out of 5', 'green'],
      ['No ratings yet', 'neutral'],
      ['3.2 out of 5', 'red'],
      ['3.9 out of 5', 'yellow'],
      ['4.6 out of 5', 'green'],
    ])
  })

  it('product §3: a trending question has words, department, count, rating and time', async () => {
    renderAnalytics()
    const trending = await card('Trending Questions')
    await trending.findByText('Asked by at least 3 people in the last 30 days')
    const row = (await trending.findAllByRole('row'))[1]
    expect(row?.textContent).toMatch(/How long do we keep complaint files\?Legal & ComplianceAsked 31/)
    const link = trending.getByRole('link', { name: 'How long do we keep complaint files?' })
    expect(link.getAttribute('href')).toBe(
      '/chat?question=How%20long%20do%20we%20keep%20complaint%20files%3F',
    )
  })

  it('product §9: recommendations have the priorities high, medium and low, and lead to the act', async () => {
    renderAnalytics()
    const list = await (await card('Usage Recommendations')).findAllByRole('listitem')
    expect(list.map(({ textContent }) => textContent)).toEqual([
      'High priorityNine people asked about AI tools and no document covers it.Upload a document',
      'Medium priorityPolicy 1 is rated 3.1.',
      'Low priority116 documents were never cited.',
    ])
    const act = screen.getByRole('link', { name: 'Upload a document' })
    expect(act.getAttribute('href')).toBe('/documents')
  })

  it('has unanswered questions as work to do', async () => {
    renderAnalytics()
    const unanswered = await card('Unanswered questions')
    expect(await unanswered.findByText('May I use a public AI tool?')).toBeTruthy()
    expect(unanswered.getByText(/Unanswered 9 of 31 times/)).toBeTruthy()
    const assign = unanswered.getByRole('link', { name: 'Assign' })
    expect(assign.getAttribute('href')).toBe('/gaps?q=May%20I%20use%20a%20public%20AI%20tool%3F')
  })

  it.each([
    ['stats', 'The figures could not be loaded'],
    ['time-series', 'The questions over time could not be loaded'],
    ['insights', 'The insights could not be loaded'],
    ['departments', 'The activity of the departments could not be loaded'],
    ['trending-questions', 'The trending questions could not be loaded'],
    ['unanswered-questions', 'The unanswered questions could not be loaded'],
    ['recommendations', 'The recommendations could not be loaded'],
    ['coverage', 'The coverage could not be loaded'],
  ])('if /api/analytics/%s fails, that card says so and the others stay', async (path, words) => {
    const { person, server } = renderScreen(Screen, {
      path: '/analytics',
      responses: {
        ...fixedOrganization(),
        [`GET /api/analytics/${path}`]: () => errorResponse(503, 'Being maintained'),
      },
    })
    await screen.findByText(words)
    expect(screen.getAllByText('request-1')).toHaveLength(1)
    server.now(fixedOrganization())
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Asked about')
    await screen.findByText('1,284')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
