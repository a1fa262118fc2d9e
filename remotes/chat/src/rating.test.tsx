// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
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

  it('that asks for the reason brings the form into view, which may open below the last line', async () => {
    const shown: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.getAttribute('aria-label'))
    })
    const { person } = renderThread({ rating: { rating: 2, ratedAt: at } })
    await person.click(await screen.findByRole('button', { name: 'Say why' }))
    expect(shown).toEqual(['Reason of the rating'])
  })

  it('is shown again, and a good one asks nothing', async () => {
    renderThread({ rating: { rating: 4, ratedAt: at } })
    expect(await screen.findByRole('radio', { name: '4 stars: good' })).toHaveProperty('checked', true)
    screen.getByText('4 of 5')
    expect(screen.queryByRole('form', { name: 'Reason of the rating' })).toBeNull()
  })
})

describe('a rating by keyboard', () => {
  const good = () => screen.findByRole<HTMLInputElement>('radio', { name: '4 stars: good' })

  it('is sent once, with the last choice, when the stars are left', async () => {
    const { person, server } = renderThread({ rating: { rating: 2, ratedAt: at } })
    const poor = await screen.findByRole('radio', { name: '2 stars: poor' })
    server.now({ [call]: () => Response.json({ rating: 4, ratedAt: at }) })
    poor.focus()
    await person.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(await good())
    expect((await good()).checked).toBe(true)
    expect(server.requests(call)).toEqual([])
    await person.tab()
    await waitFor(() => expect(server.requests(call).map(({ body }) => body)).toEqual([{ rating: 4 }]))
  })

  it.each(['{Enter}', ' '])('is sent with %j, and the focus stays on its star', async (key) => {
    const { person, server } = renderThread()
    const fair = await screen.findByRole('radio', { name: '3 stars: fair' })
    const response = Promise.withResolvers<Response>()
    server.now({ [call]: () => response.promise })
    fair.focus()
    await person.keyboard('{ArrowRight}')
    await person.keyboard(key)
    await waitFor(() => expect(server.requests(call).map(({ body }) => body)).toEqual([{ rating: 4 }]))
    expect(document.activeElement).toBe(await good())
    expect(screen.getByRole('group', { name: 'Rate this answer' }).getAttribute('aria-busy')).toBe('true')
    server.now({
      [read]: () =>
        Response.json({ ...fixedConversation(), messages: messages({ rating: { rating: 4, ratedAt: at } }) }),
    })
    response.resolve(Response.json({ rating: 4, ratedAt: at }))
    await screen.findByText('4 of 5')
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Rate this answer' }).getAttribute('aria-busy')).toBe('false'),
    )
    expect(document.activeElement).toBe(await good())
    await person.tab()
    expect(server.requests(call)).toHaveLength(1)
  })

  it('is sent with Space in browsers that then click no star that is chosen already', async () => {
    const { person, server } = renderThread()
    const fair = await screen.findByRole('radio', { name: '3 stars: fair' })
    server.now({ [call]: () => Response.json({ rating: 4, ratedAt: at }) })
    fair.focus()
    await person.keyboard('{ArrowRight}')
    fireEvent.keyDown(await good(), { key: ' ' })
    await waitFor(() => expect(server.requests(call).map(({ body }) => body)).toEqual([{ rating: 4 }]))
  })

  it('that is chosen while another is being saved is sent after it', async () => {
    const { person, server } = renderThread({ rating: { rating: 2, ratedAt: at } })
    const fair = await screen.findByRole('radio', { name: '3 stars: fair' })
    const response = Promise.withResolvers<Response>()
    server.now({ [call]: () => response.promise })
    await person.click(fair)
    await waitFor(() => expect(server.requests(call)).toHaveLength(1))
    await person.click(await good())
    expect(server.requests(call)).toHaveLength(1)
    response.resolve(Response.json({ rating: 3, ratedAt: at }))
    await waitFor(() =>
      expect(server.requests(call).map(({ body }) => body)).toEqual([{ rating: 3 }, { rating: 4 }]),
    )
  })
})

it('a reason that could not be saved stays as it was typed', async () => {
  const { person, server } = renderThread({ rating: { rating: 2, ratedAt: at } })
  await person.click(await screen.findByRole('button', { name: 'Say why' }))
  const form = within(await screen.findByRole('form', { name: 'Reason of the rating' }))
  await person.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is out of date')
  await person.type(form.getByRole('textbox', { name: /Comment/ }), 'Ten years now.')
  server.now({ [call]: () => errorResponse(503, 'Busy.') })
  await person.click(form.getByRole('button', { name: 'Save reason' }))
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Busy.' }))
  const comment = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Comment/ })
  expect(comment.value).toBe('Ten years now.')
  await waitFor(() => expect(hasUnsavedText()).toBe(true))
})

it('its form closes in browsers whose scrolling returns a promise', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as never)
  const { person } = renderThread({ rating: { rating: 2, ratedAt: at } })
  await person.click(await screen.findByRole('button', { name: 'Say why' }))
  await person.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('button', { name: 'Say why' })).toBeTruthy()
})

it('a comment alone is a reason: it is saved, and closing the form does not drop what was typed', async () => {
  const { person, server } = renderThread({ rating: { rating: 2, ratedAt: at } })
  await person.click(await screen.findByRole('button', { name: 'Say why' }))
  const form = () => within(screen.getByRole('form', { name: 'Reason of the rating' }))
  await person.type(form().getByRole('textbox', { name: /Comment/ }), 'Ten years now.')
  await person.click(form().getByRole('button', { name: 'Close' }))
  await person.click(screen.getByRole('button', { name: 'Say why' }))
  const explained = { rating: 2, comment: 'Ten years now.' }
  server.now({ [call]: () => Response.json({ ...explained, ratedAt: at }) })
  await person.click(form().getByRole('button', { name: 'Save reason' }))
  await waitFor(() => expect(server.requests(call).map(({ body }) => body)).toEqual([explained]))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Reason of the rating' })).toBeNull())
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
    screen.getByText(/A document has answered this question since 3 February 2026/)
  })
})
