// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { anonymousSession, TestPortal } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as Visitor } from './routes/visitor.tsx'
import { fixedAskAnswer, fixedConversation } from './testing/fixed-answers.ts'
import { streamedAnswer } from './testing/fixed-stream.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const thinking = 'AI is thinking...'
const failureSentence = 'Sorry, there was an error processing your message. Please try again.'
const unauthorized = { title: 'Unauthorized', description: 'You are logged out. Logging in again...' }

/** Product §2, route table: where the assistant stands, and for whom. */
const routes = [
  { path: '/chat', when: ['member', 'team-member'] },
  { path: '/', when: ['team-member'] },
  { path: '/analytics', when: ['team-member'] },
]

/** Product §2: what a key does to a typed question. */
const keys = [
  { what: 'Enter', init: { key: 'Enter' }, isSent: true },
  { what: 'Shift+Enter', init: { key: 'Enter', shiftKey: true }, isSent: false },
  { what: 'the Enter of an input method', init: { key: 'Enter', isComposing: true }, isSent: false },
]

/** Product §5: empty or whitespace-only input is ignored. */
const blanks = ['', ' ', '\t', '\n \n']

/** Product §8: whatever goes wrong, one sentence. */
const failures = [
  { what: 'a failing server', answer: () => errorResponse(500, 'Internal') },
  { what: 'an assistant that is unavailable', answer: () => errorResponse(503, 'Unavailable') },
  { what: 'a broken network', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'an answer that is none', answer: () => Response.json({ hello: 'there' }) },
]

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const never = () => new Promise<Response>(() => undefined)
const answers = () => screen.findAllByRole('article', { name: 'Answer' })
const keyOf = (asked: { readonly headers: Headers } | undefined) => asked?.headers.get('idempotency-key')

describe('product §2: AI assistant', () => {
  it.each(routes)('stands at $path for $when, titled AI Assistant, with sidebar and header', (route) => {
    expect(manifest.routes).toContainEqual({
      ...route,
      screen: 'assistant',
      title: 'AI Assistant',
      layout: 'sidebar',
    })
  })

  it("shows visitors the toast 'Unauthorized' and leaves for the login page after 500 ms", () => {
    vi.useFakeTimers()
    const navigations: string[] = []
    render(
      <TestPortal session={anonymousSession()} onNavigate={(to) => navigations.push(to)}>
        <Visitor />
      </TestPortal>,
    )
    expect(readToasts().toasts[0]).toMatchObject(unauthorized)
    act(() => vi.advanceTimersByTime(499))
    expect(navigations).toEqual([])
    act(() => vi.advanceTimersByTime(1))
    expect(navigations).toEqual(['/api/login'])
  })

  it.each(keys)('$what sends: $isSent', async ({ init, isSent }) => {
    const { person, server } = renderAssistant({ responses: { 'POST /api/chat/stream': never } })
    await person.type(box(), 'By when?')
    const isUntouched = fireEvent.keyDown(box(), init)
    expect(isUntouched).toBe(!isSent)
    await waitFor(() => expect(server.requests('POST /api/chat/stream')).toHaveLength(isSent ? 1 : 0))
  })

  it.each(blanks)('%j is ignored', async (blank) => {
    const { server } = renderAssistant()
    fireEvent.change(box(), { target: { value: blank } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    const form = screen.getByRole('form', { name: 'Ask' })
    fireEvent.submit(form)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    expect(screen.queryByText(thinking)).toBeNull()
    expect(server.requests('POST /api/chat/stream')).toEqual([])
  })
})

describe('product §4: chat', () => {
  it("while waiting shows 'AI is thinking...' and the input is disabled", async () => {
    const { person } = renderAssistant({ responses: { 'POST /api/chat/stream': never } })
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText(thinking)
    expect(box().disabled).toBe(true)
    expect(box().value).toBe('')
    within(screen.getByRole('log')).getByText('By when?')
  })

  it('appends the assistant message, and the input waits for the next question', async () => {
    const { person } = renderAssistant()
    await person.type(box(), 'By when?{Enter}')
    const [answer] = await answers()
    expect(answer?.textContent).toContain('Within 72 hours.')
    expect(screen.queryByText(thinking)).toBeNull()
    expect(box().disabled).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(box()))
  })

  it('sends the conversation with every question after the first answer (decision 60)', async () => {
    const { person, server } = renderAssistant()
    await person.type(box(), ' By when? {Enter}')
    await answers()
    await person.type(box(), 'And by whom?{Enter}')
    await waitFor(() => expect(server.requests('POST /api/chat/stream')).toHaveLength(2))
    expect(server.requests('POST /api/chat/stream').map(({ body }) => body)).toEqual([
      { question: 'By when?' },
      { question: 'And by whom?', conversationId: fixedConversation().id },
    ])
  })
})

describe('product §8: chat failure', () => {
  it.each(failures)('$what appends the sentence as an assistant message with a retry', async ({ answer }) => {
    const { person, server } = renderAssistant({ responses: { 'POST /api/chat/stream': answer } })
    await person.type(box(), 'By when?{Enter}')
    const [failed] = await answers()
    expect(failed?.textContent).toContain(failureSentence)
    expect(box().disabled).toBe(false)
    server.now({ 'POST /api/chat/stream': () => streamedAnswer(fixedAskAnswer()) })
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(/Within 72/)
    expect(screen.queryByText(failureSentence)).toBeNull()
    expect(screen.getAllByText('By when?')).toHaveLength(1)
  })

  it.each(failures)(
    'a retry after $what is the same act, so that nothing is asked twice',
    async ({ answer }) => {
      const { person, server } = renderAssistant({ responses: { 'POST /api/chat/stream': answer } })
      await person.type(box(), 'By when?{Enter}')
      await person.click(await screen.findByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(server.requests('POST /api/chat/stream')).toHaveLength(2))
      const [first, second] = server.requests('POST /api/chat/stream')
      expect(keyOf(first)).toMatch(/^[0-9a-f-]{36}$/)
      expect(keyOf(second)).toBe(keyOf(first))
    },
  )

  it('asking the same again after an answer is another act', async () => {
    const { person, server } = renderAssistant()
    await person.type(box(), 'By when?{Enter}')
    await answers()
    await person.type(box(), 'By when?{Enter}')
    await waitFor(() => expect(server.requests('POST /api/chat/stream')).toHaveLength(2))
    const [first, second] = server.requests('POST /api/chat/stream')
    expect(keyOf(second)).not.toBe(keyOf(first))
  })

  it("without session shows 'Unauthorized' and leaves for the login page after 500 ms", async () => {
    const { person, navigations } = renderAssistant({
      responses: { 'POST /api/chat/stream': () => errorResponse(401, 'Unauthorized') },
    })
    await person.type(box(), 'By when?')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await act(async () => {
      fireEvent.keyDown(box(), { key: 'Enter' })
      await vi.waitUntil(() => readToasts().toasts[0]?.title === 'Unauthorized', { interval: 1 })
    })
    expect(readToasts().toasts[0]).toMatchObject(unauthorized)
    expect(navigations).toEqual([])
    act(() => vi.advanceTimersByTime(500))
    expect(navigations).toEqual(['/api/login'])
  })
})
