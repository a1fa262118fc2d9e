// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
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
    const titles = (await rows()).map((row) => row.querySelector('[dir=auto]')?.textContent)
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

  it('are searched by title at once, and by what was asked and answered once typing has paused', async () => {
    const found = { ...conversations[2], found: 'Training records are kept for seven years.' }
    const { person, server } = renderPage({
      responses: {
        'GET /api/conversations': (_, { url }) =>
          Response.json(new URL(url).searchParams.has('q') ? [found] : conversations),
      },
    })
    await rows()
    const search = screen.getByRole('searchbox', { name: 'Search conversations' })
    await person.type(search, 'untitled')
    expect((await rows())[0]?.textContent).toContain('Untitled Conversation')
    await person.clear(search)
    await person.type(search, 'seven years')
    await screen.findByText('Training records are kept for seven years.')
    expect(await rows()).toHaveLength(1)
    await waitFor(() => expect(server.requests('GET /api/conversations').length).toBeGreaterThan(1))
  })

  it('that no search finds say so', async () => {
    const { person } = renderPage({
      responses: {
        'GET /api/conversations': (_, { url }) =>
          Response.json(new URL(url).searchParams.has('q') ? [] : conversations),
      },
    })
    await rows()
    await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'pancakes')
    await screen.findByText('No conversation matches “pancakes”.')
  })

  it('whose messages cannot be searched now are still found by title, and Retry searches them', async () => {
    const { person, server } = renderPage({
      responses: {
        'GET /api/conversations': (_, { url }) =>
          new URL(url).searchParams.has('q') ? errorResponse(503, 'Down') : Response.json(conversations),
      },
    })
    await rows()
    await person.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'breach')
    const note = await screen.findByText(/Only titles were searched/)
    expect(await rows()).toHaveLength(1)
    server.now({ 'GET /api/conversations': () => Response.json(conversations) })
    await person.click(within(note).getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(3)
  })

  it('are rendered by the hundred, and all of them are searched', async () => {
    const many = Array.from({ length: 150 }, (_, at) => fixedConversation(at, { title: `Question ${at}` }))
    const { person } = renderPage({
      conversations: many,
      responses: {
        'GET /api/conversations': (_, { url }) => {
          const q = new URL(url).searchParams.get('q')
          return Response.json(q === null ? many : many.filter(({ title }) => title?.endsWith('149')))
        },
      },
    })
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

  it('that cannot be read without a session lead to the login, for a retry would fail again', async () => {
    const { person, navigations } = renderPage({
      responses: { 'GET /api/conversations': () => errorResponse(401, 'Unauthorized: please log in.') },
    })
    const shown = within(await list())
    await person.click(await shown.findByRole('button', { name: 'Log in' }))
    expect(navigations).toEqual(['/api/login'])
    expect(shown.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('that cannot be read leave asking possible, and Retry reads them', async () => {
    const { person, server } = renderPage({
      responses: { 'GET /api/conversations': () => errorResponse(503, 'Down') },
    })
    const panel = await screen.findByRole('alert')
    await person.type(screen.getByRole('textbox', { name: 'Your question' }), 'By when?{Enter}')
    await screen.findByText(/Within 72/)
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

describe('the actions of a conversation', () => {
  const [first] = conversations
  const path = `/api/conversations/${first?.id}`
  const openMenu = async ({ person }: ReturnType<typeof renderPage>, act: string) => {
    const actions = await within(await list()).findByRole('button', {
      name: 'Actions for Personal data breach',
    })
    await person.click(actions)
    await person.click(await screen.findByRole('menuitem', { name: act }))
  }

  it('rename it', async () => {
    const rendered = renderPage({
      responses: { [`PATCH ${path}`]: () => Response.json({ ...first, title: 'Whom to tell' }) },
    })
    await openMenu(rendered, 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename conversation' }))
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await rendered.person.clear(title)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true)
    await rendered.person.type(title, 'Whom to tell{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rendered.server.requests(`PATCH ${path}`).map(({ body }) => body)).toEqual([
      { title: 'Whom to tell' },
    ])
    expect(readToasts().toasts[0]?.description).toBe('Conversation renamed')
  })

  it('keep what was typed when renaming fails, and say why', async () => {
    const rendered = renderPage({
      responses: { [`PATCH ${path}`]: () => errorResponse(503, 'Please try again in a moment.') },
    })
    await openMenu(rendered, 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename conversation' }))
    await rendered.person.type(dialog.getByRole('textbox', { name: 'Title' }), ' at night{Enter}')
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('Please try again in a moment.'))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(
      'Personal data breach at night',
    )
  })

  it('delete it after a question, and leave it where it is open', async () => {
    const rendered = renderPage({
      path: `/chat?conversation=${first?.id}`,
      messages: [fixedQuestion()],
      responses: { [`DELETE ${path}`]: () => new Response(null, { status: 204 }) },
    })
    await screen.findByText(fixedQuestion().content)
    await openMenu(rendered, 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete conversation' }))
    expect(rendered.server.requests(`DELETE ${path}`)).toEqual([])
    await rendered.person.click(dialog.getByRole('button', { name: 'Delete conversation' }))
    await screen.findByRole('heading', { name: 'What do you need to know?' })
    expect(rendered.server.requests(`DELETE ${path}`)).toHaveLength(1)
    expect(rendered.navigations).toEqual(['/chat'])
    expect(screen.queryByText('This conversation is not available')).toBeNull()
  })

  it('leave the keyboard inside the list when one that is not open is deleted', async () => {
    const rendered = renderPage({
      responses: { [`DELETE ${path}`]: () => new Response(null, { status: 204 }) },
    })
    await openMenu(rendered, 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete conversation' }))
    rendered.server.now({ 'GET /api/conversations': () => Response.json(conversations.slice(1)) })
    await rendered.person.click(dialog.getByRole('button', { name: 'Delete conversation' }))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Actions for Personal data breach' })).toBeNull(),
    )
    const nav = await list()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(nav.contains(document.activeElement)).toBe(true)
  })

  it('export it as a file', async () => {
    const saved = catchSavedFiles()
    const file = `GET ${path}/export`
    const { promise, resolve } = Promise.withResolvers<Response>()
    const rendered = renderPage({ token: 'a.b.c', responses: { [file]: () => promise } })
    await openMenu(rendered, 'Export with citations')
    const actions = within(await list()).getByRole('button', { name: 'Actions for Personal data breach' })
    await waitFor(() => expect(actions.getAttribute('aria-busy')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(actions))
    resolve(fileResponse('attachment; filename="Personal data breach.html"'))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Personal data breach.html']))
    await waitFor(() => expect(actions.hasAttribute('aria-busy')).toBe(false))
    const { server } = rendered
    expect(server.requests(file).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer a.b.c'])
  })

  it('say why it cannot be exported', async () => {
    const rendered = renderPage({
      responses: { [`GET ${path}/export`]: () => errorResponse(503, 'Please try again in a moment.') },
    })
    await openMenu(rendered, 'Export with citations')
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('Please try again in a moment.'))
  })
})
