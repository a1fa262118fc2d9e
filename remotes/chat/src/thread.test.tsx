// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  fixedAnswer,
  fixedAskAnswer,
  fixedCitation,
  fixedConversation,
  fixedId,
  fixedQuestion,
  fixedSource,
} from './testing/fixed-answers.ts'
import { streamedAnswer } from './testing/fixed-stream.ts'
import { renderAssistant } from './testing/render-assistant.tsx'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const conversation = fixedConversation()
const openThread = `/chat?conversation=${conversation.id}`

/** How an answer looks by its outcome: always in words. */
const outcomes = [
  { outcome: 'answered', word: 'Answered', next: '1 passage from 1 document' },
  { outcome: 'partial', word: 'Answered in part', next: /Check the sources/ },
  {
    outcome: 'no_evidence',
    word: 'No clear answer in the approved documents',
    next: 'Look in the documents',
  },
  { outcome: 'conflict', word: 'Sources disagree', next: /Ask their owners/ },
] as const

/** An answer that the test lets come when it wants. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { answer: () => promise, come: (response: Response) => resolve(response) }
}

describe('the question box', () => {
  it('has the focus when the assistant opens', () => {
    renderAssistant({ hasMouse: true })
    expect(document.activeElement).toBe(box())
  })

  it('leaves the focus alone in a conversation, which is read first, and on a touch screen', async () => {
    renderAssistant()
    expect(document.activeElement).toBe(document.body)
    cleanup()
    const messages = [fixedQuestion(), fixedAnswer()]
    renderAssistant({ hasMouse: true, path: openThread, conversations: [conversation], messages })
    await screen.findByText(fixedQuestion().content)
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a question that is too long', () => {
  const long = `${'Our policy says a lot. '.repeat(200)}By when?`

  it('is kept whole, says so, and can be sent once it is short enough', async () => {
    const { person, server } = renderAssistant()
    await person.click(box())
    await person.paste(long)
    expect(box().value).toBe(long)
    screen.getByText(`${long.length} of 4000 characters: shorten the question to send it`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    await person.keyboard('{Enter}')
    expect(server.requests('POST /api/chat/stream')).toEqual([])
    await person.clear(box())
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText(/Within 72/)
  })
})

describe('a thread', () => {
  it('is restored from its address, with its name', async () => {
    renderAssistant({
      path: openThread,
      conversations: [conversation],
      messages: [fixedQuestion(), fixedAnswer()],
    })
    await screen.findByText(fixedQuestion().content)
    screen.getByRole('heading', { level: 2, name: 'Conversation 1' })
    screen.getByText('1 question. Only you see it.')
  })

  it('takes its address when the first answer has come, on the path where the person is', async () => {
    const { person, navigations } = renderAssistant({ path: '/' })
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText(/Within 72/)
    await waitFor(() => expect(navigations).toEqual([`/?conversation=${conversation.id}`]))
  })

  it('shows the answer that was given without reading the conversation again', async () => {
    const { person, server } = renderAssistant()
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText(/Within 72/)
    expect(server.requests(`GET /api/conversations/${conversation.id}`)).toEqual([])
  })

  it('that is not there or not one’s own says so and offers a new one', async () => {
    const { person, navigations } = renderAssistant({
      path: openThread,
      responses: { [`GET /api/conversations/${conversation.id}`]: () => errorResponse(404, 'Not found') },
    })
    await screen.findByText('This conversation is not available')
    const log = within(screen.getByRole('log'))
    await person.click(log.getByRole('button', { name: 'New conversation' }))
    expect(navigations).toEqual(['/chat'])
    await screen.findByRole('heading', { name: 'What do you need to know?' })
  })

  it('that cannot be read now says so with the request id, and Retry reads it', async () => {
    const { person, server } = renderAssistant({
      path: openThread,
      responses: { [`GET /api/conversations/${conversation.id}`]: () => errorResponse(500, 'Internal') },
    })
    const panel = await screen.findByRole('alert')
    expect(panel.textContent).toContain('request-1')
    const read = { ...conversation, messages: [fixedQuestion(), fixedAnswer()] }
    server.now({ [`GET /api/conversations/${conversation.id}`]: () => Response.json(read) })
    await person.click(within(panel).getByRole('button', { name: 'Retry' }))
    await screen.findByText(fixedQuestion().content)
  })

  it('announces what arrives, and does not read out what was there', async () => {
    const { person } = renderAssistant({
      path: openThread,
      messages: [fixedQuestion(), fixedAnswer()],
    })
    await screen.findByText(fixedQuestion().content)
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
    await person.type(box(), 'And by whom?{Enter}')
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('polite')
  })

  it('that waits does not hold up another one, and its answer does not take the person away', async () => {
    const held = heldAnswer()
    const other = fixedConversation(2)
    const { person, navigations, server } = renderAssistant({
      conversations: [other],
      responses: { 'POST /api/chat/stream': held.answer },
    })
    await person.type(box(), 'By when?{Enter}')
    await screen.findByText('AI is thinking...')
    await person.click(await screen.findByRole('link', { name: /Conversation 2/ }))
    await waitFor(() => expect(box().disabled).toBe(false))
    held.come(streamedAnswer(fixedAskAnswer()))
    await waitFor(() => expect(server.requests('GET /api/conversations')).toHaveLength(2))
    expect(navigations).toEqual([`/chat?conversation=${other.id}`])
  })

  it('Stop ends the waiting and gives the question back', async () => {
    const { person } = renderAssistant({
      responses: {
        'POST /api/chat/stream': (_, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    })
    await person.type(box(), 'By when?{Enter}')
    await person.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(box().value).toBe('By when?'))
    expect(screen.queryByText('AI is thinking...')).toBeNull()
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('a link ?question=… fills the box and sends nothing', async () => {
    const { navigations, server } = renderAssistant({ path: '/chat?question=Who%20signs%3F' })
    await waitFor(() => expect(box().value).toBe('Who signs?'))
    expect(navigations).toEqual(['/chat'])
    expect(server.requests('POST /api/chat/stream')).toEqual([])
  })

  it('Ask again asks the question of the newest answer in the same conversation', async () => {
    const { person, server } = renderAssistant({
      path: openThread,
      messages: [fixedQuestion(), fixedAnswer()],
    })
    await person.click(await screen.findByRole('button', { name: 'Ask again' }))
    await waitFor(() =>
      expect(server.requests('POST /api/chat/stream').map(({ body }) => body)).toEqual([
        { question: fixedQuestion().content, conversationId: conversation.id },
      ]),
    )
  })
})

describe('an answer', () => {
  it.each(outcomes)('that is $outcome says "$word" and what comes next', async ({ outcome, word, next }) => {
    const citations = outcome === 'no_evidence' ? [] : fixedAnswer().citations
    renderAssistant({ path: openThread, messages: [fixedQuestion(), fixedAnswer({ outcome, citations })] })
    const answer = await screen.findByRole('article', { name: 'Answer' })
    within(answer).getByText(word)
    within(answer).getByText(next)
  })

  it.each([
    ['model_unavailable', 'The language model is not available right now'],
    ['budget_used_up', 'The budget of today for the language model is used up'],
  ] as const)('that quotes because of %s says so', async (quotedBecause, why) => {
    renderAssistant({ path: openThread, messages: [fixedQuestion(), fixedAnswer({ quotedBecause })] })
    await screen.findByText(`${why}: these are the documents’ own words.`)
  })

  it('to a misspelt question says how this was understood', async () => {
    const understoodAs = 'May I share my password?'
    renderAssistant({ path: openThread, messages: [fixedQuestion(), fixedAnswer({ understoodAs })] })
    const answer = await screen.findByRole('article', { name: 'Answer' })
    expect(answer.textContent).toContain(`Understood as “${understoodAs}”`)
  })

  it('of 4,000 words is shown whole, and nothing in it becomes markup', async () => {
    const hostile = '<img src=x onerror=alert(1)> **bold** [link](https://evil.test) '
    const content = `${hostile}${'word '.repeat(4000)}end`
    renderAssistant({
      path: openThread,
      messages: [fixedQuestion(), fixedAnswer({ content, citations: [] })],
    })
    const answer = await screen.findByRole('article', { name: 'Answer' })
    expect(answer.textContent).toContain(content)
    expect(answer.querySelector('img, a, b, strong:not(.font-semibold)')).toBeNull()
  })

  it('keeps lists and tables, and emphasises periods', async () => {
    const item = 'invoices for 10 years after the end of the year in which they came '
    const content = `Keep:\n- ${item}[1]\n- badges\n\nRecord | Kept\nLogs | one year`
    renderAssistant({ path: openThread, messages: [fixedQuestion(), fixedAnswer({ content })] })
    const answer = within(await screen.findByRole('article', { name: 'Answer' }))
    expect(
      answer
        .getAllByRole('listitem')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual([`•${item}1`, '•badges'])
    expect(answer.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Record',
      'Kept',
    ])
    expect(answer.getByText('10 years').tagName).toBe('STRONG')
  })

  it('names the column in each cell of a wide table, for windows in which its rows are blocks', async () => {
    const content = 'Kind | Length | Factor\nService | 32 | none\n\nRecord | Kept\nLogs | one year'
    renderAssistant({ path: openThread, messages: [fixedQuestion(), fixedAnswer({ content })] })
    await screen.findByRole('article', { name: 'Answer' })
    const [wide, narrow] = screen.getAllByRole('region', { name: 'Table' })
    const cellsOf = (table?: HTMLElement) =>
      [...(table?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
    expect(cellsOf(wide)).toEqual(['KindService', 'Length32', 'Factornone'])
    // Browsers take blocks for no table: there the names are read out with the cells.
    expect(wide?.querySelectorAll('td [aria-hidden]')).toHaveLength(0)
    expect(cellsOf(narrow)).toEqual(['Logs', 'one year'])
  })

  it('with sources can be proved by a page for an auditor, one without cannot', async () => {
    const refused = fixedAnswer({ id: fixedId('a000', 4), outcome: 'no_evidence', citations: [] })
    const saved = catchSavedFiles()
    const proof = `GET /api/chat/messages/${fixedAnswer().id}/proof`
    const { person, server } = renderAssistant({
      ...{ path: openThread, token: 'a.b.c', messages: [fixedQuestion(), fixedAnswer(), refused] },
      responses: { [proof]: () => fileResponse('attachment; filename=evidence-for-answer-4.html') },
    })
    await person.click(await screen.findByRole('link', { name: 'Prove it' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['evidence-for-answer-4.html']))
    expect(server.requests(proof)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
  })

  it('that is none shows the closest passages as such, and the nearest documents with their owners', async () => {
    const row = 'Death of a parent\t5'
    const closest = [fixedCitation(1, 'Records are kept for five years.'), fixedCitation(2, row)]
    const nearest = [
      { documentId: fixedSource.documentId, title: 'Retention Policy', ownerId: 'lena' },
      { documentId: fixedId('8000', 2), title: 'Travel Policy', ownerId: null },
    ]
    const refused = fixedAnswer({ outcome: 'no_evidence', citations: [], closest, nearest })
    const { person } = renderAssistant({ path: openThread, messages: [fixedQuestion(), refused] })
    const passages = await screen.findByRole('list', { name: 'Closest passages' })
    screen.getByText(/these may not answer your question/)
    within(passages).getByText('Death of a parent · 5')
    await person.click(within(passages).getByRole('button', { name: /five years/ }))
    await screen.findByRole('complementary', { name: 'Evidence' })
    await waitFor(() =>
      expect(document.querySelector('mark')?.textContent).toBe('Records are kept for five years.'),
    )
    const documents = within(screen.getByRole('list', { name: 'Nearest documents' }))
    await documents.findByText('Owner: Lena Vogt')
    documents.getByText('No owner')
    expect(documents.getByRole('link', { name: 'Retention Policy' }).getAttribute('href')).toBe(
      `/documents/${fixedSource.documentId}`,
    )
  })

  it('whose sources disagree shows what each says', async () => {
    const citations = [
      fixedCitation(1, 'The officer notifies the authority within 72 hours.'),
      fixedCitation(2, 'Records are kept for five years.'),
    ]
    renderAssistant({
      path: openThread,
      messages: [fixedQuestion(), fixedAnswer({ outcome: 'conflict', citations })],
    })
    const sources = within(await screen.findByRole('list', { name: 'Sources' }))
    for (const { quote } of citations) sources.getByText(quote)
  })
})

describe('what was typed', () => {
  it('waits in its conversation while the person looks at another one', async () => {
    const conversations = [conversation, fixedConversation(2)]
    const { person } = renderAssistant({ conversations })
    await person.type(box(), 'Half a ques')
    await person.click(await screen.findByRole('link', { name: /Conversation 2/ }))
    await waitFor(() => expect(box().value).toBe(''))
    const [startNew] = screen.getAllByRole('button', { name: 'New conversation' })
    if (startNew) await person.click(startNew)
    await waitFor(() => expect(box().value).toBe('Half a ques'))
  })
})

describe('an empty thread', () => {
  const policy = {
    id: fixedSource.documentId,
    customId: 'IRP-002',
    title: fixedSource.title,
    departmentId: null,
    departmentName: null,
    isActive: true,
    visibleTo: [],
    createdAt: '2026-01-14T10:20:00.000Z',
    organizationId: 7,
    fileName: 'irp.pdf',
    fileType: 'application/pdf',
    sizeBytes: 1000,
    currentVersion: { id: fixedSource.versionId, version: 3 },
    ingestion: { state: 'ready', reason: null, passages: 3 },
  }
  const long = `${'Who signs documents'}\n\n${'The director signs. '.repeat(20)}`
  const source = {
    ...fixedSource,
    text: long,
    sections: [{ level: 1, title: 'Who signs documents', start: 0, page: null }],
  }

  it('offers questions that the documents can answer, into the box', async () => {
    const { person } = renderAssistant({
      responses: {
        'GET /api/documents': () => Response.json([policy]),
        [`GET /api/documents/${policy.id}/versions/${fixedSource.versionId}/text`]: () =>
          Response.json(source),
      },
    })
    const question = 'Who signs documents?'
    await person.click(await screen.findByRole('button', { name: new RegExp(question.replace('?', '\\?')) }))
    expect(box().value).toBe(question)
    expect(document.activeElement).toBe(box())
  })

  it('says that documents are being read while they are', async () => {
    const ingestion = { state: 'reading', reason: null, passages: null }
    renderAssistant({ responses: { 'GET /api/documents': () => Response.json([{ ...policy, ingestion }]) } })
    await screen.findByText(/^Your documents are being read\./)
    expect(screen.queryByRole('link', { name: 'Upload a policy' })).toBeNull()
  })

  it.each([
    { role: 'facilitator', isOffered: true },
    { role: 'team_member', isOffered: false },
  ] as const)('without documents offers a $role to upload one: $isOffered', async ({ role, isOffered }) => {
    renderAssistant({ role })
    await screen.findByText('There is no approved document to answer from yet.')
    expect(screen.queryByRole('link', { name: 'Upload a policy' }) !== null).toBe(isOffered)
  })
})

it('where the assistant is switched off, earlier conversations are read and nothing is asked (decision 112)', async () => {
  const organization = { id: 7, name: 'Halden Medical', featuresOff: ['assistant'] }
  const session = fixedSession('team_member', { organization })
  renderAssistant({
    ...{ path: openThread, session, conversations: [conversation] },
    messages: [fixedQuestion(), fixedAnswer()],
  })
  await screen.findByText(fixedQuestion().content)
  screen.getByText(/The AI Assistant is switched off in your organization/)
  expect(screen.queryByRole('textbox', { name: 'Your question' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask as of a date' })).toBeNull()
})
