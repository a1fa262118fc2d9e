// @vitest-environment happy-dom
import { heldStream, streamed } from '@portal/remote-kit/fixed-stream'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderLayout } from '../testing/render-layout.tsx'

const id = (n: number) => `0190b6c1-0000-7000-8000-${String(n).padStart(12, '0')}`
const quote = 'The officer notifies the authority within 72 hours.'
const citation = {
  ...{ number: 1, documentId: id(1), versionId: id(2), version: 3, title: 'Incident Response' },
  ...{ customId: 'IRP-002', headingPath: ['Notification'], page: 9, start: 0, end: quote.length, quote },
}
const answer = {
  assistantMessage: { id: id(3), content: 'Within 72 hours. [1]', createdAt: '2026-02-03T09:00:00.000Z' },
  conversation: { id: id(4), title: 'By when?', createdAt: '2026-02-03T09:00:00.000Z' },
  outcome: 'answered' as const,
  citations: [citation],
}

const streamId = id(5)
const begun = { event: 'conversation', data: { streamId, conversation: answer.conversation } } as const
const done = { event: 'done', data: answer } as const

/** Opens the palette and asks a question in it. */
async function askInPalette(respond: () => Response | Promise<Response>) {
  const asked: unknown[] = []
  const keys: (string | null)[] = []
  const stopped: string[] = []
  const layout = renderLayout({
    onAsk: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/stop')) {
        stopped.push(pathname)
        return new Response(null, { status: 204 })
      }
      asked.push(await request.json())
      keys.push(request.headers.get('idempotency-key'))
      return respond()
    },
  })
  await layout.user.keyboard('{Control>}k{/Control}')
  await layout.user.type(await screen.findByRole('combobox'), 'By when?{Enter}')
  return { ...layout, asked, keys, stopped }
}

describe('the command palette', () => {
  it('opens with Ctrl+K, is used by keyboard alone, and goes where Enter says', async () => {
    const { user, events } = renderLayout()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await user.type(box, 'tea')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Team ManagementGo to',
      'Invite a team memberDo',
      'teaAsk the assistant',
    ])
    await user.keyboard('{Enter}')
    expect(events).toEqual(['/team'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('stays closed over a dialog, which keeps the focus, and over a covered page', async () => {
    const { user } = renderLayout({ children: <div role="dialog" data-testid="panel" /> })
    await user.keyboard('{Control>}k{/Control}')
    screen.getByTestId('panel').removeAttribute('role')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('finds people and performs acts', async () => {
    const { user, events } = renderLayout({
      responses: {
        '/api/users': [
          {
            ...{ id: 'ann', firstName: 'Ann', lastName: 'Berg', email: null, profileImageUrl: null },
            ...{ role: 'manager', departments: [], joinedAt: '2026-01-01T00:00:00.000Z', isProtected: false },
          },
        ],
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'berg')
    await user.click(await screen.findByRole('option', { name: /Ann Berg/ }))
    expect(events).toEqual(['/users?q=Ann%20Berg'])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'sign out{Enter}')
    expect(events).toEqual(['/users?q=Ann%20Berg', 'logout'])
  })

  it('offers what remotes declare to those who may do it, and goes where its form opens', async () => {
    const { user, events } = renderLayout()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'new colleague{Enter}')
    expect(events).toEqual(['/team?open=invitation'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('offers no act to somebody who may not do it', async () => {
    const { user } = renderLayout({ session: fixedSession('team_member') })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'upload')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'uploadAsk the assistant',
    ])
  })

  it('looks for conversations and people only for those who may see them', async () => {
    const asked: string[] = []
    const { user } = renderLayout({
      session: fixedSession('team_member'),
      onRead: (path) => asked.push(path),
    })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'berg')
    await waitFor(() => expect(asked).toContain('/api/conversations'))
    expect(asked).not.toContain('/api/users')
  })

  it('offers no asking, in no word of it, where the assistant is switched off', async () => {
    const organization = { id: 7, name: 'Halden Medical', featuresOff: ['assistant'] }
    const { user } = renderLayout({ session: fixedSession('admin', { organization }) })
    screen.getByRole('button', { name: 'Search' })
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Search' }))
    palette.getByRole('combobox', { name: 'Find anything' })
    await user.keyboard('{Escape}?')
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    help.getByText('Search')
    expect(screen.queryByText(/or ask/)).toBeNull()
  })

  it('gives the focus back to what had it when Esc closes it', async () => {
    const { user } = renderLayout()
    const before = screen.getByRole('button', { name: /account menu$/ })
    before.focus()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await waitFor(() => expect(document.activeElement).toBe(box))
    await user.keyboard('te')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(before))
  })

  it('asks in place, shows answer and sources, and opens the conversation in the assistant', async () => {
    const { user, events, asked } = await askInPalette(() => streamed(begun, done))
    const palette = within(screen.getByRole('dialog', { name: 'Search or ask' }))
    await palette.findByText(/Within 72/)
    expect(asked).toEqual([{ question: 'By when?' }])
    palette.getByText('Answered')
    const mark = palette.getByRole('link', { name: 'Open source 1: Incident Response' })
    expect(mark.textContent).toBe('1')
    expect(palette.queryByText(/\[1\]/)).toBeNull()
    const source = within(palette.getByRole('list', { name: 'Sources' })).getByRole('link')
    const passage = `/documents/${id(1)}?version=${id(2)}&start=0&end=${quote.length}`
    expect([mark, source].map((link) => link.getAttribute('href'))).toEqual([passage, passage])
    expect(events).toEqual([])
    await user.click(palette.getByRole('link', { name: 'Open in the assistant' }))
    expect(events).toEqual([`/chat?conversation=${id(4)}`])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows each statement as it comes, and says the answer once, when it is whole', async () => {
    const stream = heldStream()
    await askInPalette(stream.response)
    const { quote: _, number: __, ...passage } = citation
    await stream.send(begun)
    await stream.send({ event: 'citations', data: { passages: [passage] } })
    await screen.findByText('Reading Incident Response')
    await stream.send({ event: 'text', data: { content: 'Within 72', citations: [] } })
    await stream.send({ event: 'text', data: { content: ' hours. [1]', citations: answer.citations } })
    const soFar = await screen.findByText('hours.')
    expect(screen.queryByText(/\[1\]/)).toBeNull()
    expect(soFar.closest('[role="status"]')).toBeNull()
    expect(soFar.closest('[aria-live="off"]')).not.toBeNull()
    screen.getByText('AI is thinking...')
    await stream.send(done)
    await screen.findByText('Answered')
    expect(screen.getByText(/Within 72/).closest('[role="status"]')).not.toBeNull()
  })

  it.each([
    ['Stop', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Stop' }))],
    ['closing', (user: UserEvent) => user.keyboard('{Escape}')],
    ['typing on', (user: UserEvent) => user.type(screen.getByRole('combobox'), ' now')],
  ] as const)('%s ends the work on the answer', async (_, leave) => {
    const stream = heldStream()
    const { user, stopped } = await askInPalette(stream.response)
    await stream.send(begun)
    await stream.send({ event: 'text', data: { content: 'Within 72 hours. [1]', citations: [] } })
    await screen.findByText(/Within 72/)
    await leave(user)
    await waitFor(() => expect(stopped).toEqual([`/api/chat/streams/${streamId}/stop`]))
    expect(screen.queryByText(/Within 72/)).toBeNull()
  })

  it('has the list and the focus back after Stop', async () => {
    const { user } = await askInPalette(() => new Promise<Response>(() => undefined))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await screen.findByRole('option', { name: /Ask the assistant/ })
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

  it('says that it waits, and typing on brings the list back', async () => {
    const { user } = await askInPalette(() => new Promise<Response>(() => undefined))
    await screen.findByText('AI is thinking...')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.type(screen.getByRole('combobox'), ' team')
    expect(screen.queryByText('AI is thinking...')).toBeNull()
    await screen.findByRole('option', { name: /Ask the assistant/ })
  })

  it('says that asking failed, with the specified sentence, and Retry asks again, as the same act', async () => {
    let isDown = true
    const { user, asked, keys } = await askInPalette(() =>
      isDown ? Response.json({ message: 'Down' }, { status: 503 }) : streamed(begun, done),
    )
    await screen.findByText('Sorry, there was an error processing your message. Please try again.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(/Within 72/)
    expect(asked).toHaveLength(2)
    expect(keys).toEqual([keys[0], keys[0]])
  })
})
