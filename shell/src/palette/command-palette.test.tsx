// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderLayout } from '../testing/render-layout.tsx'

const id = (n: number) => `0190b6c1-0000-7000-8000-${String(n).padStart(12, '0')}`
const quote = 'The officer notifies the authority within 72 hours.'
const answer = {
  assistantMessage: { id: id(3), content: 'Within 72 hours. [1]', createdAt: '2026-02-03T09:00:00.000Z' },
  conversation: { id: id(4), title: 'By when?', createdAt: '2026-02-03T09:00:00.000Z' },
  outcome: 'answered',
  citations: [
    {
      ...{ number: 1, documentId: id(1), versionId: id(2), version: 3, title: 'Incident Response' },
      ...{ customId: 'IRP-002', headingPath: ['Notification'], page: 9, start: 0, end: quote.length, quote },
    },
  ],
}

/** Opens the palette and asks a question in it. */
async function askInPalette(respond: () => Response | Promise<Response>) {
  const asked: unknown[] = []
  const layout = renderLayout({
    onAsk: async (request) => {
      asked.push(await request.json())
      return respond()
    },
  })
  await layout.user.keyboard('{Control>}k{/Control}')
  await layout.user.type(await screen.findByRole('combobox'), 'By when?{Enter}')
  return { ...layout, asked }
}

describe('the command palette', () => {
  it('opens with Ctrl+K, is used by keyboard alone, and goes where Enter says', async () => {
    const { user, events } = renderLayout()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await user.type(box, 'te')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'TeamGo to',
      'teAsk the assistant',
    ])
    await user.keyboard('{Enter}')
    expect(events).toEqual(['/team'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('gives the focus back to what had it when Esc closes it', async () => {
    const { user } = renderLayout()
    const before = screen.getByRole('button', { name: /account menu$/ })
    before.focus()
    await user.keyboard('{Control>}k{/Control}')
    expect(document.activeElement).toBe(await screen.findByRole('combobox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(before))
  })

  it('asks in place, shows answer and sources, and opens the conversation in the assistant', async () => {
    const { user, events, asked } = await askInPalette(() => Response.json(answer))
    const palette = within(screen.getByRole('dialog', { name: 'Search or ask' }))
    await palette.findByText('Within 72 hours. [1]')
    expect(asked).toEqual([{ question: 'By when?' }])
    palette.getByText('Answered')
    const source = within(palette.getByRole('list', { name: 'Sources' })).getByRole('link')
    expect(source.getAttribute('href')).toBe(
      `/documents/${id(1)}?version=${id(2)}&start=0&end=${answer.citations[0]?.quote.length}`,
    )
    expect(events).toEqual([])
    await user.click(palette.getByRole('link', { name: 'Open in the assistant' }))
    expect(events).toEqual([`/chat?conversation=${id(4)}`])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says that it waits, and typing on brings the list back', async () => {
    const { user } = await askInPalette(() => new Promise<Response>(() => undefined))
    await screen.findByText('AI is thinking...')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.type(screen.getByRole('combobox'), ' team')
    expect(screen.queryByText('AI is thinking...')).toBeNull()
    await screen.findByRole('option', { name: /Ask the assistant/ })
  })

  it('says that asking failed, with the specified sentence, and Retry asks again', async () => {
    let isDown = true
    const { user, asked } = await askInPalette(() =>
      isDown ? Response.json({ message: 'Down' }, { status: 503 }) : Response.json(answer),
    )
    await screen.findByText('Sorry, there was an error processing your message. Please try again.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Within 72 hours. [1]')
    expect(asked).toHaveLength(2)
  })
})
