// @vitest-environment happy-dom
import type { Citation } from '@portal/contracts/chat'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { useNavigate } from '@portal/remote-kit/navigation'
import { TestPortal } from '@portal/remote-kit/test-portal'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useCitedPassage } from './features/evidence/use-cited-passage.ts'
import { Screen } from './routes/assistant.tsx'
import {
  fixedAnswer,
  fixedCitation,
  fixedConversation,
  fixedFacts,
  fixedQuestion,
  fixedSource,
  sourceText,
} from './testing/fixed-answers.ts'
import { type AssistantSetup, renderAssistant } from './testing/render-assistant.tsx'

const citations = [
  fixedCitation(1, 'The officer notifies the authority within 72 hours.\nA later notification'),
  fixedCitation(2, 'Records are kept for five years.'),
]
const answer = fixedAnswer({ content: 'Within 72 hours. [1]\n\nKept for five years. [2]', citations })
const conversation = fixedConversation()
const text = `GET /api/documents/${fixedSource.documentId}/versions/${fixedSource.versionId}/text`

const factsRead = text.replace(/text$/, 'facts')
const contextQuote = 'The on-call incident lead records every suspected breach.'
const fixedContext = {
  start: sourceText.indexOf(contextQuote),
  end: sourceText.indexOf(contextQuote) + contextQuote.length,
  quote: contextQuote,
}

/** Shows the conversation with the answer. */
function renderPage(changes: AssistantSetup = {}) {
  return renderAssistant({
    path: `/chat?conversation=${conversation.id}`,
    messages: [fixedQuestion(), answer],
    ...changes,
  })
}

const openSource = (number: number) =>
  screen.findByRole('button', { name: `Open source ${number}: ${fixedSource.title}` })
const evidence = () => screen.findByRole('complementary', { name: 'Evidence' })
const mark = () => waitFor(() => document.querySelector('mark') ?? Promise.reject(new Error('no mark yet')))

describe('a citation', () => {
  it.each(citations)('opens its source with exactly its passage marked: $number', async (citation) => {
    const { person, navigations } = renderPage()
    await person.click(await openSource(citation.number))
    expect((await mark()).textContent).toBe(sourceText.slice(citation.start, citation.end))
    expect(new URLSearchParams(navigations.at(-1)?.split('?')[1]).get('cite')).toBe(
      `${answer.id}.${citation.number}`,
    )
  })

  it('shows the whole text around it, and version, approval, place and department', async () => {
    const { person } = renderPage()
    await person.click(await openSource(1))
    const region = await screen.findByRole('region', { name: `Text of ${fixedSource.title}` })
    expect(region.textContent).toBe(sourceText)
    const panel = await evidence()
    for (const words of ['Current Version', 'IRP-002', 'Information Technology', 'Version3', 'Page 9'])
      expect(panel.textContent).toContain(words)
  })

  it('is restored from the address', async () => {
    renderPage({ path: `/chat?conversation=${conversation.id}&cite=${answer.id}.2` })
    expect((await mark()).textContent).toBe('Records are kept for five years.')
  })

  it.each([
    { windowPx: 1440, columns: 1 },
    { windowPx: 900, columns: 0 },
  ])('in the address has its room while the conversation is read: $windowPx px', async (at) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    renderPage({
      path: `/chat?conversation=${conversation.id}&cite=${answer.id}.2`,
      windowPx: at.windowPx,
      responses: { [`GET /api/conversations/${conversation.id}`]: () => promise },
    })
    await screen.findByRole('region', { name: 'Conversation' })
    expect(screen.queryAllByRole('complementary', { name: 'Evidence' })).toHaveLength(at.columns)
    resolve(Response.json({ ...conversation, messages: [fixedQuestion(), answer] }))
    expect((await mark()).textContent).toBe('Records are kept for five years.')
  })

  it('names the conversation too, where the address has not followed the first answer yet', () => {
    const navigations: string[] = []
    const thread = { messages: [answer], conversationId: conversation.id, isLoading: false }
    const { result } = renderHook(() => useCitedPassage(thread), {
      wrapper: ({ children }) => (
        <TestPortal path="/chat" onNavigate={(to) => navigations.push(to)}>
          {children}
        </TestPortal>
      ),
    })
    act(() => result.current.open(answer.id, 1))
    const { searchParams } = new URL(navigations.at(-1) ?? '', 'http://portal.test')
    expect(Object.fromEntries(searchParams)).toEqual({
      conversation: conversation.id,
      cite: `${answer.id}.1`,
    })
  })

  it('leads to the next source of the answer', async () => {
    const { person } = renderPage()
    await person.click(await openSource(1))
    const panel = within(await evidence())
    panel.getByText('Source 1 of 2')
    await person.click(panel.getByRole('button', { name: 'Next source' }))
    panel.getByText('Source 2 of 2')
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe(citations[1]?.quote))
  })

  it('takes the focus to the evidence, and Esc gives it back', async () => {
    const { person } = renderPage()
    const button = await openSource(1)
    await person.click(button)
    await evidence()
    expect(document.activeElement?.textContent).toBe('Evidence')
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Evidence' })).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('is closed by Back, which stays in the conversation', async () => {
    const { person, navigations } = renderPage()
    await person.click(await openSource(1))
    await evidence()
    await person.click(within(await evidence()).getByRole('button', { name: 'Next source' }))
    await person.click(screen.getByRole('button', { name: 'Close evidence' }))
    expect(screen.queryByRole('complementary', { name: 'Evidence' })).toBeNull()
    // One step back, not one for each source that was looked at.
    expect(navigations.at(-1)).toBe('-1')
    await screen.findByText(fixedQuestion().content)
  })

  it('gives the focus back to its number when Back closes it', async () => {
    let back: () => void = () => undefined
    function WithBack() {
      const navigate = useNavigate()
      back = () => navigate(-1)
      return <Screen />
    }
    const { person } = renderPage({ screen: WithBack })
    const button = await openSource(1)
    await person.click(button)
    await evidence()
    expect(document.activeElement?.textContent).toBe('Evidence')
    act(back)
    expect(screen.queryByRole('complementary', { name: 'Evidence' })).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('that a link opened is closed without leaving the conversation', async () => {
    const { person, navigations } = renderPage({
      path: `/chat?conversation=${conversation.id}&cite=${answer.id}.2`,
    })
    await mark()
    await person.click(screen.getByRole('button', { name: 'Close evidence' }))
    expect(navigations).toEqual([`/chat?conversation=${conversation.id}`])
    await screen.findByText(fixedQuestion().content)
  })

  it('shows its passage in a card when its number is focused', async () => {
    const citation = { ...citations[0], context: [fixedContext] } as Citation
    renderPage({ messages: [fixedQuestion(), { ...answer, citations: [citation] }] })
    const number = await openSource(1)
    act(() => number.focus())
    const card = await screen.findByText(fixedContext.quote)
    expect(card.parentElement?.textContent).toBe(fixedContext.quote + citation.quote)
  })

  it('marks what must be read with it in the text', async () => {
    const citation = { ...citations[0], context: [fixedContext] } as Citation
    const { person } = renderPage({ messages: [fixedQuestion(), { ...answer, citations: [citation] }] })
    await person.click(await openSource(1))
    await mark()
    const region = await screen.findByRole('region', { name: `Text of ${fixedSource.title}` })
    expect(region.querySelector('[data-context]')?.textContent).toBe(fixedContext.quote)
  })

  it('names the approver and the dates of its version', async () => {
    const { person } = renderPage()
    await person.click(await openSource(1))
    const panel = within(await evidence())
    await panel.findByText('Lena Vogt')
    for (const [name, value] of [
      ['Effective', '1 Feb 2026'],
      ['Next review', '14 Jan 2027'],
    ])
      expect(panel.getByText(name ?? '').nextElementSibling?.textContent).toBe(value)
    expect(panel.queryByRole('list', { name: 'Warnings' })).toBeNull()
  })

  it('warns of a version that is replaced, overdue for review, or about to be changed', async () => {
    const facts = fixedFacts({
      ...{ isCurrent: false, isActive: false, isRevisionPending: true },
      supersededAt: '2026-03-01T08:00:00.000Z',
      review: { nextOn: '2026-01-31', cycleMonths: 12, isOverdue: true },
    })
    const { person } = renderPage({ responses: { [factsRead]: () => Response.json(facts) } })
    await person.click(await openSource(1))
    const warnings = within(await screen.findByRole('list', { name: 'Warnings' }))
    expect(warnings.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The document is no longer in force.',
      'Another version has replaced the quoted one.',
      'Its review was due on 31 Jan 2026.',
      'A new version awaits approval.',
    ])
  })

  it('is shown by a service that has no such facts yet', async () => {
    const { person } = renderPage({ responses: { [factsRead]: () => errorResponse(404, 'Not found') } })
    await person.click(await openSource(1))
    expect((await evidence()).textContent).not.toContain('Approver')
    expect((await mark()).textContent).toBe(citations[0]?.quote)
  })

  it('opens as a sheet on a small window', async () => {
    const { person } = renderPage({ windowPx: 390 })
    await person.click(await openSource(1))
    const sheet = within(await screen.findByRole('dialog', { name: 'Evidence' }))
    expect((await mark()).textContent).toBe(citations[0]?.quote)
    await person.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of a source that is gone keeps what was quoted', async () => {
    const { person } = renderPage({ responses: { [text]: () => errorResponse(404, 'Not found') } })
    await person.click(await openSource(1))
    await screen.findByText('This source is no longer available')
    expect(document.querySelector('blockquote')?.textContent).toBe(citations[0]?.quote)
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('of a source that cannot be read now can be tried again', async () => {
    const { person, server } = renderPage({ responses: { [text]: () => errorResponse(503, 'Down') } })
    await person.click(await openSource(1))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    server.now({ [text]: () => Response.json(fixedSource) })
    await person.click(retry)
    expect((await mark()).textContent).toBe(citations[0]?.quote)
  })

  it('leads to the page of its document, which marks the same passage', async () => {
    const { person } = renderPage()
    await person.click(await openSource(2))
    const link = within(await evidence()).getByRole('link', { name: 'Open document' })
    const { documentId, versionId } = fixedSource
    const { start, end } = citations[1] ?? { start: 0, end: 0 }
    expect(link.getAttribute('href')).toBe(
      `/documents/${documentId}?version=${versionId}&start=${start}&end=${end}`,
    )
  })

  it('of a replaced version says so', async () => {
    const { person } = renderPage({
      responses: { [text]: () => Response.json({ ...fixedSource, isCurrent: false }) },
    })
    await person.click(await openSource(1))
    await screen.findByText('Superseded')
  })
})
