// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedAnswer, fixedConversation, fixedQuestion, fixedSource } from './testing/fixed-answers.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const call = `PUT /api/chat/messages/${fixedAnswer().id}/rating`
const at = '2026-02-03T10:00:00.000Z'
const read = `GET /api/conversations/${fixedConversation().id}`
const messages = (changes = {}) => [fixedQuestion(), fixedAnswer(changes)]
const renderThread = (changes = {}) =>
  renderAssistant({
    path: `/chat?conversation=${fixedConversation().id}`,
    conversations: [fixedConversation()],
    messages: messages(changes),
  })

describe('a rating', () => {
  it('is given with one choice; a low one asks for the reason', async () => {
    const { person, server } = renderThread()
    const poor = await screen.findByRole('radio', { name: '2 stars: poor' })
    const rated = { rating: 2, ratedAt: at }
    server.now({
      [call]: () => Response.json(rated),
      [read]: () => Response.json({ ...fixedConversation(), messages: messages({ rating: rated }) }),
    })
    await person.click(poor)
    const form = within(await screen.findByRole('form', { name: 'Reason of the rating' }))
    expect(server.requests(call)[0]?.body).toEqual({ rating: 2 })
    await person.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is out of date')
    await person.type(form.getByRole('textbox', { name: /Comment/ }), 'Ten years now.')
    const explained = { ...rated, reason: 'outdated', comment: 'Ten years now.' }
    server.now({ [call]: () => Response.json(explained) })
    await person.click(form.getByRole('button', { name: 'Save reason' }))
    await waitFor(() =>
      expect(server.requests(call)[1]?.body).toEqual({
        rating: 2,
        reason: 'outdated',
        comment: 'Ten years now.',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Reason of the rating' })).toBeNull())
  })

  it('is shown again, and a good one asks nothing', async () => {
    renderThread({ rating: { rating: 4, ratedAt: at } })
    expect(await screen.findByRole('radio', { name: '4 stars: good' })).toHaveProperty('checked', true)
    screen.getByText('4 of 5')
    expect(screen.queryByRole('form', { name: 'Reason of the rating' })).toBeNull()
  })
})

describe('an old answer', () => {
  it('says its day, that its version was replaced, and that a document answers now', async () => {
    renderThread({
      asOf: '2026-01-31',
      replaced: [{ documentId: fixedSource.documentId, at }],
      answerableAt: at,
    })
    await screen.findByText(/As of 31 January 2026/)
    screen.getByText(/rests on a version that has been replaced since/)
    screen.getByText(/A document answers this question since 3 February 2026/)
  })
})
