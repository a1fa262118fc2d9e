// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { productName } from '@portal/ui/brand'
import { readToasts } from '@portal/ui/toast'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/simple.tsx'
import { fixedConversation, fixedSource } from './testing/fixed-answers.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const unauthorized = () => errorResponse(401, 'Unauthorized: please log in.')

describe('product §2: /chat-simple', () => {
  it('is always available, without the layout of the portal', () => {
    expect(manifest.routes).toContainEqual({
      ...{ path: '/chat-simple', screen: 'simple', when: ['always'], title: 'AI Assistant', layout: 'bare' },
    })
  })

  it('has a heading of its own with the product brand', () => {
    renderAssistant({ screen: Screen, path: '/chat-simple' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(productName)
  })

  it('asks, waits and answers as the assistant does, at its own address', async () => {
    const { person, navigations } = renderAssistant({ screen: Screen, path: '/chat-simple' })
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText(/Within/)
    await waitFor(() => expect(navigations).toEqual([`/chat-simple?conversation=${fixedConversation().id}`]))
    await person.click(await screen.findByRole('button', { name: `Open source 1: ${fixedSource.title}` }))
    await screen.findByRole('complementary', { name: 'Evidence' })
  })
})

describe('decision 36: somebody without a session', () => {
  const session = anonymousSession()
  const open = () =>
    renderAssistant({
      ...{ screen: Screen, path: '/chat-simple', session },
      responses: { 'POST /api/chat/stream': unauthorized },
    })

  it('sees the page, and no request is made for them', () => {
    const { server } = open()
    screen.getByRole('heading', { name: 'What do you need to know?' })
    expect(box().disabled).toBe(false)
    expect(server.requests('GET /api/documents')).toEqual([])
    expect(readToasts().toasts.filter(({ title }) => title === 'Unauthorized')).toEqual([])
  })

  it('can log in', async () => {
    const { person, navigations } = open()
    await person.click(screen.getByRole('button', { name: 'Log in' }))
    expect(navigations).toEqual(['/api/login'])
  })

  it("who asks gets the toast 'Unauthorized' and the login page 500 ms later; the question waits", async () => {
    const { person, navigations } = open()
    await person.type(box(), 'By when?')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await act(async () => {
      fireEvent.keyDown(box(), { key: 'Enter' })
      await vi.waitUntil(() => readToasts().toasts[0]?.title === 'Unauthorized', { interval: 1 })
    })
    screen.getByText('By when?', { selector: '[data-question]' })
    act(() => vi.advanceTimersByTime(500))
    expect(navigations).toEqual(['/api/login'])
  })
})

describe('decision 36: somebody logged in without an organization', () => {
  const session = fixedSession(null)

  it('is offered no question that nothing could answer, but the way to an organization', async () => {
    const { person, navigations, server } = renderAssistant({
      ...{ screen: Screen, path: '/chat-simple', session },
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(productName)
    expect(screen.queryByRole('textbox')).toBeNull()
    screen.getByText('You do not belong to an organization yet')
    expect(server.requests('GET /api/documents')).toEqual([])
    await person.click(screen.getByRole('link', { name: 'Get Started' }))
    expect(navigations).toEqual(['/'])
  })
})
