// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/verified-answers.tsx'
import { fixedAnswer, fixedConversation, fixedQuestion } from './testing/fixed-answers.ts'
import { fixedNames, fixedVerified } from './testing/fixed-learned.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const path = '/api/chat/verified-answers'
const renderVerified = (answers: readonly unknown[], address = '/verified-answers') =>
  renderScreen(Screen, {
    path: address,
    responses: { ...fixedNames, [`GET ${path}`]: () => Response.json(answers) },
  })
const thread = (changes = {}) => ({
  path: `/chat?conversation=${fixedConversation().id}`,
  conversations: [fixedConversation()],
  messages: [fixedQuestion(), fixedAnswer(changes)],
})

describe('the verified answers', () => {
  it('say who stands for them, and are withdrawn after a question', async () => {
    const { person, server } = renderVerified([fixedVerified()])
    const call = `DELETE ${path}/${fixedVerified().id}`
    const answer = within(await screen.findByRole('article', { name: 'By when must the authority know?' }))
    await answer.findByText(/Verified by Ada Lovelace/)
    server.now({ [call]: () => new Response(null, { status: 204 }) })
    await person.click(answer.getByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(server.requests(call)).toHaveLength(1))
  })

  it('leave the keyboard at the list when one of them is withdrawn', async () => {
    const { person, server } = renderVerified([fixedVerified(1), fixedVerified(2, { question: 'Second?' })])
    const answer = within(await screen.findByRole('article', { name: 'Second?' }))
    await person.click(answer.getByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    server.now({
      [`DELETE ${path}/${fixedVerified(2).id}`]: () => new Response(null, { status: 204 }),
      [`GET ${path}`]: () => Response.json([fixedVerified(1)]),
    })
    await person.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const list = screen.getByRole('list', { name: 'Verified answers' })
    await waitFor(() => expect(document.activeElement).toBe(list))
  })

  it('that expired are where the notification leads, without the text of closed sources', async () => {
    const ended = { state: 'expired' as const, endedAt: '2026-02-04T09:00:00.000Z' }
    renderVerified(
      [fixedVerified(1, { ...ended, content: '', citations: [] })],
      '/verified-answers?state=expired',
    )
    const answer = within(await screen.findByRole('article', { name: 'By when must the authority know?' }))
    answer.getByText(/The text is no longer shown/)
    expect(answer.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  })

  it('of a state that has none say what adds one', async () => {
    renderVerified([])
    await screen.findByText('No active verified answers')
  })
})

describe('in a conversation', () => {
  it('a verified answer comes before the own one, with its question and steward', async () => {
    renderAssistant({ ...thread({ verified: fixedVerified() }), responses: fixedNames })
    const card = within(await screen.findByRole('region', { name: 'Verified answer' }))
    card.getByText('By when must the authority know?')
    await card.findByText(/by Ada Lovelace/)
    const answer = screen.getByRole('article', { name: 'Answer' })
    const region = screen.getByRole('region', { name: 'Verified answer' })
    expect(region.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('a steward verifies an answer in words of their own, and reads why it was refused', async () => {
    const { person, server } = renderAssistant({ ...thread(), responses: fixedNames })
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    const dialog = within(await screen.findByRole('dialog'))
    server.now({ [`POST ${path}`]: () => errorResponse(400, 'It says more than its sources do.') })
    await person.click(dialog.getByRole('button', { name: 'Verify answer' }))
    await waitFor(() =>
      expect(server.requests(`POST ${path}`)[0]?.body).toEqual({
        messageId: fixedAnswer().id,
        question: fixedQuestion().content,
        content: fixedAnswer().content,
      }),
    )
    await screen.findByRole('dialog')
    server.now({ [`POST ${path}`]: () => Response.json(fixedVerified(), { status: 201 }) })
    await person.click(dialog.getByRole('button', { name: 'Verify answer' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('an employee cannot verify', async () => {
    renderAssistant({ ...thread(), role: 'team_member', responses: fixedNames })
    await screen.findByRole('article', { name: 'Answer' })
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })
})
