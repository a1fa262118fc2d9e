import { randomUUID } from 'node:crypto'
import type { TestPage } from '@portal/testkit/browser'
import { type AskedQuestion, questions } from './asked-questions.ts'
import { held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const asking = /\/api\/chat\/stream$/
const following = /\/api\/chat\/streams\/[0-9a-f-]+$/

/**
 * A question whose answer has not come yet: nothing is known, what is read, and what was checked;
 * and questions that failed or were stopped.
 */
export function pendingAnswers({ message }: AskedQuestion): ScreenAddress[] {
  const { citations, content, createdAt } = message
  const begun = { streamId: randomUUID(), conversation: { id: randomUUID(), title: null, createdAt } }
  const reading = [
    ['conversation', begun],
    ['citations', { passages: citations }],
  ] as const
  const streamed = async (page: TestPage, events: readonly (readonly [string, object])[]) => {
    const frames = events.map(
      ([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    await held(following)(page)
    await page.route(asking, (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: frames.join('') }),
    )
  }
  const busy = { path: '/chat', act: ask, isBusy: true } as const
  return [
    { name: 'chat-failed', path: '/chat', before: refused(asking), act: ask },
    { name: 'chat-stopped', path: '/chat', before: held(asking), act: askAndStop },
    { ...busy, name: 'chat-asking', before: held(asking) },
    { ...busy, name: 'chat-reading', before: (page) => streamed(page, reading) },
    {
      ...busy,
      name: 'chat-streaming',
      before: (page) => streamed(page, [...reading, ['text', { content, citations }]]),
    },
  ]
}

async function ask(page: TestPage): Promise<void> {
  await page.getByLabel('Your question').fill(questions.answered)
  await page.keyboard.press('Enter')
  await page.getByText(/AI is thinking|Not answered/).waitFor()
}

async function askAndStop(page: TestPage): Promise<void> {
  await ask(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Send' }).waitFor()
}
