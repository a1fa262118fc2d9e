// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fixedAnswer, fixedConversation, fixedQuestion } from './testing/fixed-answers.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const print = (event: 'beforeprint' | 'afterprint') => act(() => window.dispatchEvent(new Event(event)))

it('on paper a source has its words, ID and version, because it cannot be opened there', async () => {
  const conversation = fixedConversation()
  renderAssistant({
    path: `/chat?conversation=${conversation.id}`,
    conversations: [conversation],
    messages: [fixedQuestion(), fixedAnswer()],
  })
  const sources = within(await screen.findByRole('list', { name: 'Sources' }))
  const words = /The officer notifies the authority within 72 hours/
  expect(sources.queryByText(words)).toBeNull()
  print('beforeprint')
  expect(sources.getByText(words)).toBeTruthy()
  expect(sources.getByText(/, ID IRP-002, version 3$/)).toBeTruthy()
  print('afterprint')
  expect(sources.queryByText(words)).toBeNull()
})

it('on paper the conversation’s title is the heading of the page: the frame that has it on screen is not printed', async () => {
  const conversation = fixedConversation()
  renderAssistant({
    path: `/chat?conversation=${conversation.id}`,
    conversations: [conversation],
    messages: [fixedQuestion(), fixedAnswer()],
  })
  const title = await screen.findByRole('heading', { name: 'Conversation 1' })
  expect(title.tagName).toBe('H2')
  print('beforeprint')
  screen.getByRole('heading', { level: 1, name: 'Conversation 1' })
  print('afterprint')
  screen.getByRole('heading', { level: 2, name: 'Conversation 1' })
})
