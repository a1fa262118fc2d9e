// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fixedAskAnswer, fixedConversation } from './testing/fixed-answers.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

it('a question is asked as of a day that has come, and its conversation is shown', async () => {
  const { person, server } = renderAssistant({
    path: `/chat?conversation=${fixedConversation().id}`,
    conversations: [fixedConversation()],
  })
  await person.click(await screen.findByRole('button', { name: 'Ask as of a date' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: 'Question' }), 'Who was told?')
  const date = dialog.getByLabelText(/Date/)
  fireEvent.change(date, { target: { value: '2999-01-01' } })
  dialog.getByText('Choose a day that has come.')
  expect(dialog.getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', true)
  fireEvent.change(date, { target: { value: '2026-01-31' } })
  server.now({ 'POST /api/chat': () => Response.json(fixedAskAnswer()) })
  await person.click(dialog.getByRole('button', { name: 'Ask' }))
  await waitFor(() =>
    expect(server.requests('POST /api/chat')[0]?.body).toEqual({
      question: 'Who was told?',
      asOf: '2026-01-31',
      conversationId: fixedConversation().id,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
