// @vitest-environment happy-dom
import { defaultSettings } from '@portal/contracts/organization-settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
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

it('the last day to choose is the one that it is where the organization is', async () => {
  vi.setSystemTime('2026-02-03T12:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const { person } = renderAssistant({
    path: `/chat?conversation=${fixedConversation().id}`,
    conversations: [fixedConversation()],
    responses: {
      'GET /api/organization/settings': () =>
        Response.json({ ...defaultSettings, timeZone: 'Pacific/Kiritimati' }),
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Ask as of a date' }))
  const dialog = within(await screen.findByRole('dialog'))
  const date = dialog.getByLabelText<HTMLInputElement>(/Date/)
  await waitFor(() => expect(date.max).toBe('2026-02-04'))
  fireEvent.change(date, { target: { value: '2026-02-04' } })
  expect(dialog.queryByText('Choose a day that has come.')).toBeNull()
  fireEvent.change(date, { target: { value: '2026-02-05' } })
  dialog.getByText('Choose a day that has come.')
})
