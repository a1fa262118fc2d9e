import type { chatApi } from '@portal/contracts/chat'
import { html } from '@portal/service-kit/html'
import { answerMarkup } from '../pages/answer-markup.ts'
import { sendPage, shownTime } from '../pages/page.ts'
import type { Verb } from '../ports.ts'
import { loadConversation } from './conversations.ts'

/** Questions and answers with the words of every citation, to be kept outside the portal. */
export const exportConversation: Verb<typeof chatApi.exportConversation> = async (ctx, { params }) => {
  const { title, createdAt, messages } = await loadConversation(ctx, params.id)
  const name = title ?? 'Untitled Conversation'
  const content = html`<h1 dir="auto">${name}</h1>
<p class="quiet">Begun ${shownTime(createdAt)}. Saved ${shownTime(new Date().toISOString())}. Answers
quote the versions of documents that were in force when they were given.</p>
${messages.map((message) =>
  message.role === 'user'
    ? html`<h2 dir="auto">${message.content}</h2>`
    : html`<section>${answerMarkup(message)}
<p class="quiet">Answered ${shownTime(message.createdAt)}.</p></section>`,
)}`
  sendPage(ctx, { title: name, fileName: `${name}.html`, content })
}
