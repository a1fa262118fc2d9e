// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedConversation, fixedQuestion } from './testing/fixed-answers.ts'
import { type AssistantSetup, renderAssistant } from './testing/render-assistant.tsx'

const conversations = [
  fixedConversation(1, { title: 'Personal data breach' }),
  fixedConversation(2, { title: null }),
  fixedConversation(3, { title: 'مدة الاحتفاظ بسجلات التدريب' }),
]

/** Shows the assistant beside these conversations. */
function renderPage(changes: AssistantSetup = {}) {
  return renderAssistant({ conversations, ...changes })
}

const list = () => screen.findByRole('navigation', { name: 'Conversations' })
const rows = async () => within(await list()).findAllByRole('link')

describe('the conversations', () => {
  it("are listed as they come, untitled ones as 'Untitled Conversation'", async () => {
    renderPage()
    const titles = (await rows()).map((row) => row.firstElementChild?.textContent)
    expect(titles).toEqual(['Personal data breach', 'Untitled Conversation', 'مدة الاحتفاظ بسجلات التدريب'])
  })

  it('open at an address of their own, and the open one is marked', async () => {
    const { person, navigations } = renderPage({ messages: [fixedQuestion()] })
    const [first] = await rows()
    if (first) await person.click(first)
    expect(navigations).toEqual([`/chat?conversation=${conversations[0]?.id}`])
    await screen.findByText(fixedQuestion().content)
    expect((await rows())[0]?.getAttribute('aria-current')).toBe('page')
  })

  it('can be searched by title', async () => {
    const { person } = renderPage()
    await rows()
    const search = screen.getByRole('searchbox', { name: 'Search conversations' })
    await person.type(search, 'untitled')
    expect(await rows()).toHaveLength(1)
    await person.clear(search)
    await person.type(search, 'pancakes')
    await screen.findByText('No conversation matches “pancakes”.')
  })

  it('are rendered by the hundred, and all of them are searched', async () => {
    const many = Array.from({ length: 150 }, (_, at) => fixedConversation(at, { title: `Question ${at}` }))
    const { person } = renderPage({ conversations: many })
    expect(await rows()).toHaveLength(100)
    await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'question 149')
    expect(await rows()).toHaveLength(1)
    await person.clear(screen.getByRole('searchbox', { name: 'Search conversations' }))
    await person.click(await screen.findByRole('button', { name: 'Show more conversations' }))
    expect(await rows()).toHaveLength(150)
  })

  it('are walked by the arrow keys', async () => {
    const { person } = renderPage()
    const links = await rows()
    links[0]?.focus()
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(links[2])
    await person.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(links[1])
    await person.keyboard('{Home}')
    expect(document.activeElement).toBe(links[0])
  })

  it('that are none yet say what will be here', async () => {
    renderPage({ conversations: [] })
    await screen.findByText('Your questions will be listed here. Only you see them.')
  })

  it('that cannot be read leave asking possible, and Retry reads them', async () => {
    const { person, server } = renderPage({
      responses: { 'GET /api/conversations': () => errorResponse(503, 'Down') },
    })
    const panel = await screen.findByRole('alert')
    await person.type(screen.getByRole('textbox', { name: 'Your question' }), 'By when?{Enter}')
    await screen.findByText(/Within 72 hours/)
    server.now({ 'GET /api/conversations': () => Response.json(conversations) })
    await person.click(within(panel).getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(3)
  })

  it('are in a drawer on a small window', async () => {
    const { person, navigations } = renderPage({ windowPx: 390 })
    expect(screen.queryByRole('navigation', { name: 'Conversations' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Conversations' }))
    const drawer = await screen.findByRole('dialog', { name: 'Conversations' })
    await person.click(await within(drawer).findByRole('link', { name: /Personal data breach/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(navigations).toEqual([`/chat?conversation=${conversations[0]?.id}`])
  })
})
