// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedConversation } from './testing/fixed-answers.ts'
import { fixedGap } from './testing/fixed-learned.ts'
import { type AssistantSetup, renderAssistant } from './testing/render-assistant.tsx'

const care = { name: 'Care of the answers' }
const render = (gaps: readonly unknown[], setup: AssistantSetup = {}) =>
  renderAssistant({
    conversations: [fixedConversation()],
    ...setup,
    responses: { 'GET /api/chat/gaps': () => Response.json(gaps) },
  })
const links = async () =>
  within(await screen.findByRole('navigation', care))
    .getAllByRole('link')
    .map((link) => `${link.getAttribute('href')} ${link.textContent}`)

describe('the links to what is learned from answers', () => {
  it('lead stewards to all of it, with how many gaps are to do', async () => {
    render([fixedGap(1), fixedGap(2, { state: 'assigned' }), fixedGap(3, { state: 'dismissed' })])
    await screen.findByText('Gaps (2)')
    expect(await links()).toEqual([
      '/gaps Gaps (2)',
      '/verified-answers Verified answers',
      '/golden-questions Golden questions',
      '/assistant-settings Settings',
    ])
  })

  it('stand in the drawer of a small window', async () => {
    const { person } = render([], { windowPx: 390 })
    await person.click(await screen.findByRole('button', { name: 'Conversations' }))
    expect(within(await screen.findByRole('dialog')).getByRole('navigation', care)).toBeDefined()
  })

  it('lead an owner to the gaps alone', async () => {
    render([fixedGap()], { role: 'team_member' })
    expect(await links()).toEqual(['/gaps Gaps (1)'])
  })

  it('are not shown to who has no gaps', async () => {
    const { server } = render([], { role: 'team_member' })
    await screen.findByText(fixedConversation().title ?? '')
    expect(server.requests('GET /api/chat/gaps')).toHaveLength(1)
    expect(screen.queryByRole('navigation', care)).toBeNull()
  })
})
