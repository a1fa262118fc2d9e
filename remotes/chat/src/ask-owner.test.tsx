// @vitest-environment happy-dom
import type { ChatMessage } from '@portal/contracts/chat'
import { errorResponse, type FixedResponse } from '@portal/remote-kit/fixed-server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedAnswer, fixedConversation, fixedQuestion, fixedSource } from './testing/fixed-answers.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const conversation = fixedConversation()
const refused = fixedAnswer({ outcome: 'no_evidence', citations: [] })
const path = `/api/chat/messages/${refused.id}/owner`
const document = { id: fixedSource.documentId, title: fixedSource.title, ownerId: 'lena' }

function render(answer: ChatMessage = refused, responses: Readonly<Record<string, FixedResponse>> = {}) {
  return renderAssistant({
    path: `/chat?conversation=${conversation.id}`,
    conversations: [conversation],
    messages: [fixedQuestion(), answer],
    responses: {
      'GET /api/users/names': () => Response.json([{ id: 'lena', name: 'Lena Vogt' }]),
      [`GET ${path}`]: () => Response.json({ document }),
      ...responses,
    },
  })
}
const open = async ({ person }: ReturnType<typeof render>) => {
  await person.click(await screen.findByRole('button', { name: 'Ask the owner' }))
  return within(await screen.findByRole('alertdialog', { name: 'Ask the owner' }))
}
const sendButton = (dialog: Awaited<ReturnType<typeof open>>) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Send question' })

describe('asking the owner', () => {
  it.each(['no_evidence', 'partial', 'conflict'] as const)(
    'is offered where the answer is %s',
    async (outcome) => {
      render(fixedAnswer({ outcome }))
      await screen.findByRole('button', { name: 'Ask the owner' })
    },
  )

  it('is not offered where the documents answer', async () => {
    render(fixedAnswer({ outcome: 'answered' }))
    await screen.findByRole('article', { name: 'Answer' })
    expect(screen.queryByRole('button', { name: 'Ask the owner' })).toBeNull()
  })

  it('names who will see the question before it is sent, and then says that it was', async () => {
    const rendered = render(refused, {
      [`POST ${path}`]: () => {
        const sent = { ...refused, sentAt: '2026-02-03T09:05:00.000Z' }
        const messages = [fixedQuestion(), sent]
        rendered.server.now({
          [`GET /api/conversations/${conversation.id}`]: () => Response.json({ ...conversation, messages }),
        })
        return Response.json({ sentAt: sent.sentAt, ownerId: 'lena' })
      },
    })
    const dialog = await open(rendered)
    await dialog.findByText('Lena Vogt')
    dialog.getByText(fixedSource.title)
    await rendered.person.click(sendButton(dialog))
    await screen.findByText('Sent to the owner', { exact: false })
    expect(rendered.server.requests(`POST ${path}`).map(({ body }) => body)).toEqual([
      { documentId: document.id },
    ])
    expect(screen.queryByRole('button', { name: 'Ask the owner' })).toBeNull()
  })

  it('turns to the stewards where nobody owns the document', async () => {
    const unowned = { ...document, ownerId: null }
    const dialog = await open(
      render(refused, { [`GET ${path}`]: () => Response.json({ document: unowned }) }),
    )
    await dialog.findByText(/the stewards of your organization get it/)
    await waitFor(() => expect(sendButton(dialog).disabled).toBe(false))
  })

  it('sends nothing where no document is near, and nothing while the owner is not known', async () => {
    const none = await open(render(refused, { [`GET ${path}`]: () => Response.json({ document: null }) }))
    await none.findByText(/there is no owner to ask/)
    expect(sendButton(none).disabled).toBe(true)
  })

  it('says why the owner could not be found out, and tries again', async () => {
    const rendered = render(refused, {
      [`GET ${path}`]: () => errorResponse(503, 'Search is unavailable right now.'),
    })
    const dialog = await open(rendered)
    await dialog.findByText('Search is unavailable right now.')
    expect(sendButton(dialog).disabled).toBe(true)
    rendered.server.now({ [`GET ${path}`]: () => Response.json({ document }) })
    await rendered.person.click(dialog.getByRole('button', { name: 'Retry' }))
    await dialog.findByText('Lena Vogt')
  })

  it('that fails leaves the dialog open', async () => {
    const rendered = render(refused, { [`POST ${path}`]: () => errorResponse(503, 'Not now.') })
    const dialog = await open(rendered)
    await dialog.findByText('Lena Vogt')
    await rendered.person.click(sendButton(dialog))
    await waitFor(() => expect(rendered.server.requests(`POST ${path}`)).toHaveLength(1))
    await waitFor(() => expect(sendButton(dialog).disabled).toBe(false))
  })
})
