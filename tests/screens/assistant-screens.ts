import { randomUUID } from 'node:crypto'
import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { routeUrl } from '@portal/contracts/route'
import type { TestPage } from '@portal/testkit/browser'
import { askQuestions, type QuestionKind } from './asked-questions.ts'
import { changed, held, refused } from './chosen-responses.ts'
import { conversationScreens } from './conversation-screens.ts'
import { opens } from './opens.ts'
import { pendingAnswers } from './pending-answers.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const conversation = /\/api\/conversations\/[0-9a-f-]{36}$/

type Thread = { messages: ChatMessage[]; title: string | null }

/** The last answer as it would be with these fields. */
const withAnswer = (fields: (message: ChatMessage) => Partial<ChatMessage>) =>
  changed<Thread>(conversation, (thread) => ({
    ...thread,
    messages: thread.messages.map((message) =>
      message.role === 'assistant' ? { ...message, ...fields(message) } : message,
    ),
  }))

/** Addresses of asked questions: their threads, and the sources of their answers. */
async function threadsOf(client: Client) {
  const asked = await askQuestions(client)
  const thread = (kind: QuestionKind) => `/chat?conversation=${asked[kind].conversationId}`
  const source = (kind: QuestionKind) => `${thread(kind)}&cite=${asked[kind].message.id}.1`
  return { asked, thread, source }
}
type Threads = Awaited<ReturnType<typeof threadsOf>>

/** Answers of every outcome, as this person gets them. */
export async function answerScreens(client: Client): Promise<ScreenAddress[]> {
  const { thread, source } = await threadsOf(client)
  return [
    { name: 'chat-answered', path: thread('answered') },
    { name: 'chat-evidence', path: source('answered'), act: seeEvidence },
    { name: 'chat-conflict', path: thread('conflict') },
    { name: 'chat-closest', path: thread('closest') },
    { name: 'chat-list', path: thread('list') },
    { name: 'chat-table', path: thread('table') },
    { name: 'chat-foreign', path: thread('foreign') },
  ]
}

/** The states of the assistant that no address alone leads to. */
export async function assistantStates(client: Client): Promise<ScreenAddress[]> {
  const threads = await threadsOf(client)
  const { asked, thread } = threads
  const path = thread('answered')
  return [
    { name: 'chat-hover', path, act: hoverMark },
    { name: 'chat-rating', path, act: rateLow },
    { name: 'chat-verify', path, act: opens(/^Verify$/) },
    { name: 'chat-ask-owner', path: thread('closest'), act: opens('Ask the owner') },
    { name: 'chat-as-of', path: '/chat', act: opens('Ask as of a date') },
    { name: 'chat-proof', path, act: openProof(asked.answered.message.id) },
    { name: 'simple-answered', path: path.replace('/chat?', '/chat-simple?') },
    ...failures(threads),
    ...changedAnswers(threads),
    ...pendingAnswers(asked.answered),
    ...conversationScreens(path),
  ]
}

function failures({ thread, source }: Threads): ScreenAddress[] {
  const text = /\/versions\/[0-9a-f-]+\/text$/
  return [
    { name: 'chat-loading', path: thread('answered'), before: held(conversation), isBusy: true },
    { name: 'chat-not-loaded', path: thread('answered'), before: refused(conversation) },
    { name: 'chat-missing', path: `/chat?conversation=${randomUUID()}` },
    { name: 'chat-source-gone', path: source('answered'), before: refused(text, 404), act: seeEvidence },
  ]
}

/** Answers as they are on other days, for people with other documents, or rated before. */
function changedAnswers({ thread }: Threads): ScreenAddress[] {
  const path = thread('answered')
  const day = '2025-03-01'
  return [
    { name: 'chat-partly', path, before: withAnswer(() => ({ outcome: 'partial' })) },
    {
      name: 'chat-outdated',
      path,
      before: withAnswer(({ citations: [first], createdAt }) => ({
        asOf: day,
        replaced: first ? [{ documentId: first.documentId, at: createdAt }] : [],
        answerableAt: createdAt,
      })),
    },
    {
      name: 'chat-quoted',
      path,
      before: withAnswer(() => ({ quotedBecause: 'model_unavailable' })),
    },
    { name: 'chat-long', path, before: changed<Thread>(conversation, lengthened) },
  ]
}

const longTitle =
  'May a shift lead who stands in for the Distribution Manager release a delivery without a record?'
const arabic = 'كم من الوقت يجب أن نحتفظ بسجلات درجات الحرارة للمستحضرات المبردة؟'

/** Ten questions, one in Arabic, and an answer of many paragraphs. */
function lengthened(thread: Thread): Thread {
  const one = thread.messages.slice(0, 2)
  const again = Array.from({ length: 10 }, (_, turn) =>
    one.map((message) => ({
      ...message,
      id: `${turn}${message.id.slice(1)}`,
      ...(message.role === 'user' && { content: turn === 9 ? arabic : longTitle }),
      ...(message.role === 'assistant' &&
        turn === 8 && { content: Array(30).fill(message.content).join('\n\n') }),
    })),
  )
  return { ...thread, title: longTitle, messages: again.flat() }
}

async function seeEvidence(page: TestPage): Promise<void> {
  await page.getByRole('heading', { name: 'Evidence' }).waitFor()
  await page.getByRole('button', { name: 'Copy passage' }).or(page.getByRole('alert')).first().waitFor()
}

async function hoverMark(page: TestPage): Promise<void> {
  await page
    .getByRole('button', { name: /^Open source 1/ })
    .first()
    .focus()
  await page.locator('[data-radix-popper-content-wrapper]').waitFor()
}

async function rateLow(page: TestPage): Promise<void> {
  await page.getByTitle('2 stars: poor').last().click()
  await page.getByRole('form', { name: 'Reason of the rating' }).waitFor()
}

/** The page for auditors is a file; it is shown as a browser shows it from a disk. */
function openProof(id: string) {
  return async (page: TestPage) => {
    const response = await page.request.get(
      new URL(routeUrl(chatApi.proveAnswer, { id }), page.url()).toString(),
    )
    const html = await response.text()
    await page.goto('about:blank')
    await page.setContent(html)
  }
}
