import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { outcomeWords } from '@portal/contracts/outcome-words'
import { type Html, html } from '@portal/service-kit/html'

type ShownAnswer = Pick<ChatMessage, 'outcome' | 'content' | 'citations' | 'closest'>

/** An answer with its outcome in words, its sources below, and what each source says. */
export function answerMarkup(
  { outcome, content, citations, closest = [] }: ShownAnswer,
  about: (citation: Citation) => Html | null = () => null,
): Html {
  return html`${outcome && html`<p><strong>${outcomeWords[outcome]}</strong></p>`}
${content.split(/\n{2,}/).map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}
${citations.length > 0 && html`<h3>Sources</h3>${sources(citations, about)}`}
${closest.length > 0 && html`<h3>Closest passages, which may not answer</h3>${sources(closest, about)}`}`
}

function sources(citations: readonly Citation[], about: (citation: Citation) => Html | null): Html {
  return html`<ol class="sources">${citations.map(
    (citation) => html`<li value="${citation.number}"><bdi>${citation.title}</bdi>
<div class="quiet">${locationOf(citation)}</div>
${quotedMarkup(citation)}${about(citation)}</li>`,
  )}</ol>`
}

/** The deciding clause, and in the document's order what must be read with it (decision 78). */
function quotedMarkup({ start, quote, context = [] }: Citation): Html {
  const spans = [...context, { start, quote }].sort((a, b) => a.start - b.start)
  return html`<blockquote>${spans.map((span) =>
    span.start === start
      ? html`<p dir="auto"><strong>${span.quote}</strong></p>`
      : html`<p dir="auto">${span.quote}</p>`,
  )}</blockquote>`
}

function locationOf({ customId, version, headingPath, page, start, end }: Citation): Html {
  const location = [
    `version ${version}`,
    ...(headingPath.length > 0 ? [headingPath.join(' › ')] : []),
    ...(page === null ? [] : [`page ${page}`]),
    `characters ${start} to ${end} of its text`,
  ]
  return html`<bdi>${customId}</bdi>, <span dir="auto">${location.join(', ')}</span>`
}
