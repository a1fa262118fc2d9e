import { setTimeout as delay } from 'node:timers/promises'
import { chatApi } from '@portal/contracts/chat'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { ScreenAddress } from './screen-addresses.ts'

/** What several people asked, and the version that awaits approval changes. */
const question = 'Within how many minutes is the Quality on-call informed of an excursion?'
const passages = [
  { quote: 'within 15 minutes the Quality on-call', text: 'Is the on-call staffed for this at weekends?' },
  { quote: 'Drivers carry a spare logger.', text: 'Carriers must be told before the effective date.' },
]
const reply = 'Yes, since the first of the month. The rota is in Appendix D.'

const patienceMs = 60_000
const pauseMs = 500

/** Has three people ask what a pending version changes, so that its reviewers see the question. */
export async function askForReview(clients: readonly Client[]): Promise<void> {
  for (const client of clients) await client.call(chatApi.ask, { body: { question } })
}

/** Comments on the version that awaits this person's decision; the pages of its review. */
export async function demoReview(client: Client): Promise<ScreenAddress[]> {
  const asked = await client.call(documentsApi.listPendingApprovals, {})
  const pending = asked.find(({ version }) => version.version > 1)
  if (!pending) return []
  const { documentId: id, id: versionId } = pending.version
  const params = { id, versionId }
  const { text } = await client.call(documentsApi.readVersionText, { params })
  const present = await client.call(documentsApi.listComments, { params })
  for (const { quote, text: words } of present.length === 0 ? passages : []) {
    const start = text.indexOf(quote)
    const body = { text: words, start, end: start + quote.length, quote }
    if (start !== -1) await client.call(documentsApi.addComment, { params, body })
  }
  const [first] = await client.call(documentsApi.listComments, { params })
  if (first && present.length === 0) {
    const of = { ...params, commentId: first.id }
    await client.call(documentsApi.replyToComment, { params: of, body: { text: reply } })
  }
  await untilAffected(client, params)
  const difference = `/documents/${id}/versions/${versionId}/difference`
  return [
    { name: 'review', path: `${difference}?view=side` },
    { name: 'review-comments', path: `${difference}?comments=all` },
    { name: 'review-answers', path: `${difference}?answers=open` },
    { name: 'document-comments', path: `/documents/${id}?version=${versionId}&view=text&comments=all` },
  ]
}

/** Resolves when the version can be asked: it is still being encoded after a start. */
async function untilAffected(client: Client, params: { id: string; versionId: string }): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(pauseMs)) {
    const body = { question }
    const asked = await client.call(chatApi.compareAnswers, { params, body }).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 409) return null
      throw error
    })
    if (asked) return
  }
  throw new Error('The pending version could not be asked in a minute.')
}
