// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { heldStream, streamed } from '@portal/remote-kit/fixed-stream'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import {
  fixedAnswer,
  fixedAskAnswer,
  fixedCitation,
  fixedConversation,
  fixedQuestion,
} from './testing/fixed-answers.ts'
import { begun, done, fixedStreamId } from './testing/fixed-stream.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const followed = `GET /api/chat/streams/${fixedStreamId}`
const stopped = `POST /api/chat/streams/${fixedStreamId}/stop`
const patience = { timeout: 45_000 }
const { citations } = fixedAnswer()
const { quote: _, number: __, ...passage } = fixedCitation(1, 'Records are kept for five years.')

afterEach(() => sessionStorage.clear())

/** An assistant whose answer comes as the test sends it. */
function renderAsking() {
  const stream = heldStream()
  const rendered = renderAssistant({ responses: { 'POST /api/chat/stream': stream.response } })
  return { ...rendered, stream }
}

it('says what is read, shows each statement as it comes, and announces the answer once, when it is whole', async () => {
  const { person, stream } = renderAsking()
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await stream.send({ event: 'citations', data: { passages: [passage] } })
  await screen.findByText('Reading Incident Response Procedure')
  await stream.send({ event: 'text', data: { content: 'Within 72 hours. [1]', citations } })
  const part = await screen.findByText(/Within 72/)
  expect(part.closest('[aria-live="off"]')).not.toBeNull()
  screen.getByText('AI is thinking...')
  expect(screen.queryByRole('article')).toBeNull()
  await stream.send(done())
  await screen.findByRole('article', { name: 'Answer' })
  expect(screen.getAllByText(/Within 72/)).toHaveLength(1)
  expect(screen.queryByText('AI is thinking...')).toBeNull()
})

it('a question that was typed, or not taken because the session had ended, is there after a login', async () => {
  const { person } = renderAssistant({
    responses: { 'POST /api/chat/stream': () => errorResponse(401, 'Unauthorized') },
  })
  await person.type(box(), 'By when?{Enter}')
  await screen.findByText('Not answered')
  await waitFor(() => expect(box().value).toBe('By when?'))
  cleanup()
  const { server } = renderAssistant()
  expect(box().value).toBe('By when?')
  expect(server.requests('POST /api/chat/stream')).toEqual([])
})

it('a draft is kept for its author alone', async () => {
  const { person } = renderAssistant()
  await person.type(box(), 'By when')
  cleanup()
  const { person: author, ...session } = fixedSession()
  renderAssistant({ session: { ...session, person: author && { ...author, id: 'person-2' } } })
  expect(box().value).toBe('')
})

it('goes on after the last event when the connection breaks, and asks nothing twice', async () => {
  const { person, stream, server } = renderAsking()
  server.now({ [followed]: () => streamed(done()) })
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await stream.send({ event: 'citations', data: { passages: [passage] } })
  await screen.findByText(/^Reading/)
  void stream.cut()
  await screen.findByRole('article', { name: 'Answer' }, patience)
  expect(server.requests(followed)[0]?.headers.get('last-event-id')).toBe('2')
  expect(server.requests('POST /api/chat/stream')).toHaveLength(1)
})

it('goes on when the service was started anew in between: it ended the stream, and was away at first', async () => {
  const { person, stream, server } = renderAsking()
  const away = { message: 'Away', code: 'upstream_unavailable', requestId: 'r' }
  server.now({ [followed]: () => Response.json(away, { status: 503 }) })
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await stream.end()
  await waitFor(() => expect(server.requests(followed)).toHaveLength(1), patience)
  server.now({ [followed]: () => streamed(done()) })
  await screen.findByRole('article', { name: 'Answer' }, patience)
  expect(screen.queryByText(/there was an error/)).toBeNull()
})

it('finds its answer again after a reload, and forgets it then', async () => {
  const { person, stream } = renderAsking()
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await waitFor(() => expect(sessionStorage.getItem('chat-pending-questions')).toContain(fixedStreamId))
  const kept = sessionStorage.getItem('chat-pending-questions') ?? ''
  document.body.replaceChildren()
  sessionStorage.setItem('chat-pending-questions', kept)
  const { navigations } = renderAssistant({ responses: { [followed]: () => streamed(begun(), done()) } })
  await screen.findByText(/Within 72/)
  await waitFor(() => expect(navigations).toEqual([`/chat?conversation=${fixedConversation().id}`]))
  expect(sessionStorage.getItem('chat-pending-questions')).toBe('[]')
})

it('does not take up what another person asked in this tab', async () => {
  const pending = { personId: 'person-2', question: 'Secret?', conversationId: null, key: 'k' }
  const stored = [{ ...pending, streamId: fixedStreamId, askedAt: Date.now() }, 'nonsense', null]
  sessionStorage.setItem('chat-pending-questions', JSON.stringify(stored))
  const { server } = renderAssistant()
  await screen.findByRole('heading', { name: 'What do you need to know?' })
  expect(screen.queryByText('Secret?')).toBeNull()
  expect(server.requests(followed)).toEqual([])
})

it('Stop tells the server, gives the question back, and what comes later is not shown', async () => {
  const { person, stream, server } = renderAsking()
  server.now({ [stopped]: () => new Response(null, { status: 204 }) })
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await stream.send({ event: 'text', data: { content: 'Within 72 hours. [1]', citations } })
  await screen.findByText(/Within 72/)
  await person.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(server.requests(stopped)).toHaveLength(1))
  await waitFor(() => expect(box().value).toBe('By when?'))
  expect(screen.queryByText(/Within 72/)).toBeNull()
})

it('Stop before the answer has a name tells the server as soon as it has one', async () => {
  const { person, stream, server } = renderAsking()
  server.now({ [stopped]: () => new Response(null, { status: 204 }) })
  await person.type(box(), 'By when?{Enter}')
  await person.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(box().value).toBe('By when?'))
  expect(server.requests(stopped)).toEqual([])
  await stream.send(begun())
  await waitFor(() => expect(server.requests(stopped)).toHaveLength(1))
})

it('a failure on the way is the specified sentence with the request’s id, and a retry is the same act', async () => {
  const { person, stream, server } = renderAsking()
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  const data = { message: 'Unavailable', code: 'model_unavailable', requestId: 'request-7' }
  await stream.send({ event: 'error', data })
  await screen.findByText('Sorry, there was an error processing your message. Please try again.')
  screen.getByText('request-7')
  server.now({ 'POST /api/chat/stream': () => streamed(begun(), done()) })
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/Within 72/)
  const keys = server.requests('POST /api/chat/stream').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0]])
})

it('a part of an answer looks as it will in the whole: lists are lists, and marks are numbers', async () => {
  const { person, stream } = renderAsking()
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  const content = 'Tell two people: [1]\n\n- the officer\n- the authority [1]'
  await stream.send({ event: 'text', data: { content, citations } })
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '•the officer',
      '•the authority 1',
    ]),
  )
  expect(screen.queryByText(/\[1\]/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Open source/ })).toBeNull()
})

it('the whole answer replaces what was shown before it', async () => {
  const { person, stream } = renderAsking()
  await person.type(box(), 'By when?{Enter}')
  await stream.send(begun())
  await stream.send({ event: 'text', data: { content: 'Within 72 hours. [1]', citations } })
  const other = fixedCitation(1, 'Records are kept for five years.')
  const answer = fixedAskAnswer({ content: 'Five years. [1]', citations: [other] })
  await stream.send(done({ ...answer }))
  await screen.findByText('years.')
  expect(screen.queryByText(/Within 72/)).toBeNull()
})

it('a conversation that is deleted while it answers is said to be gone', async () => {
  const stream = heldStream()
  const { id } = fixedConversation()
  const { person, server } = renderAssistant({
    path: `/chat?conversation=${id}`,
    conversations: [fixedConversation()],
    messages: [fixedQuestion(), fixedAnswer()],
    responses: { 'POST /api/chat/stream': stream.response },
  })
  await screen.findByRole('article', { name: 'Answer' })
  await person.type(box(), 'And then?{Enter}')
  await stream.send(begun())
  server.now({ [`GET /api/conversations/${id}`]: () => errorResponse(404, 'Not found') })
  const data = { message: 'Not found', code: 'not_found', requestId: 'request-7' }
  await stream.send({ event: 'error', data })
  await screen.findByText('This conversation is not available')
  expect(screen.queryByText(/there was an error/)).toBeNull()
})
