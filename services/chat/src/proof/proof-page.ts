import type { AnswerRecord } from '@portal/contracts/audit'
import type { Citation } from '@portal/contracts/chat'
import type { VersionFacts } from '@portal/contracts/version-facts'
import { type Html, html } from '@portal/service-kit/html'
import { answerMarkup } from '../pages/answer-markup.ts'
import { shownTime } from '../pages/page.ts'
import type { OwnAnswer } from '../questions/own-answer.ts'
import { answerHash, hashedText } from './answer-hash.ts'

export interface Proof {
  readonly answer: OwnAnswer
  /** Without what rests on versions that its asker may not open any more. */
  readonly shown: OwnAnswer
  /** By version; null where it cannot be opened any more. */
  readonly facts: ReadonlyMap<string, VersionFacts | null>
  readonly record: AnswerRecord
  readonly madeAt: Date
}

/** A page for an auditor, who need not have access to the portal. */
export function proofPage({ answer, shown, facts, record, madeAt }: Proof): Html {
  const nameOf = (id: string | null) => (id === null ? 'nobody' : (record.people[id] ?? `person ${id}`))
  const about = ({ versionId }: Citation) => {
    const known = facts.get(versionId)
    return known ? versionMarkup(known, nameOf) : null
  }
  return html`<h1>Evidence for an answer</h1>
${list([
  ['Organization', html`<bdi>${record.organizationName}</bdi>`],
  ['Asked by', html`<bdi>${nameOf(record.entry.actorId)}</bdi>`],
  ['Answered', shownTime(answer.createdAt)],
  ['Answer', html`<code>${answer.messageId}</code>`],
  ['This page', shownTime(madeAt.toISOString())],
])}
<h2 dir="auto">${answer.question}</h2>
<section>${answerMarkup(shown, about)}${leftOutMarkup({ answer, shown })}</section>
${trailMarkup({ answer, shown }, record)}`
}

type Shown = Pick<Proof, 'answer' | 'shown'>

/** Which sources the page lacks, by their numbers: that there were more is part of the evidence. */
function leftOutMarkup({ answer, shown }: Shown): Html | null {
  const left = new Set(shown.citations.map(({ number }) => number))
  const numbers = answer.citations.flatMap(({ number }) => (left.has(number) ? [] : [`[${number}]`]))
  if (numbers.length === 0) return null
  return html`<p class="quiet">${numbers.join(', ')}: cannot be opened any more by who made this page. What
these sources say, and what rests on them, is left out.</p>`
}

function versionMarkup(facts: VersionFacts, nameOf: (id: string) => string): Html {
  const { version, isCurrent, isActive, supersededAt, review } = facts
  const replaced = supersededAt === null ? null : html`, superseded ${shownTime(supersededAt)}`
  return list([
    ['File', html`<bdi>${facts.fileName}</bdi>, version ${version}`],
    ['SHA-256', html`<code>${facts.contentHash}</code>`],
    ['Approved', facts.approvedAt === null ? html`not recorded` : shownTime(facts.approvedAt)],
    ['Approvers', approversMarkup(facts, nameOf)],
    ['Effective', html`${facts.effectiveOn ?? 'not yet'}`],
    ['Next review', html`${review.nextOn ?? 'not planned'}${review.isOverdue && ', overdue'}`],
    [
      'When this page was made',
      html`${isCurrent ? 'current' : 'not current'}${replaced}${!isActive && ', its document is not in force'}${
        facts.isRevisionPending && ', another version awaits approval'
      }`,
    ],
  ])
}

function approversMarkup({ approvals }: VersionFacts, nameOf: (id: string) => string): Html {
  if (approvals.length === 0) return html`No approval rule asked for any.`
  return html`${approvals.map(
    ({ personId, decidedAt }) => html`<div><bdi>${nameOf(personId)}</bdi>, ${shownTime(decidedAt)}</div>`,
  )}`
}

/** What the trail recorded, and how to compare it with this page. */
function trailMarkup({ answer, shown }: Shown, { entry, head, key }: AnswerRecord): Html {
  const recorded = entry.details['contentHash']
  const own = answerHash(answer)
  const isWhole = shown.citations.length === answer.citations.length
  return html`<h2>Audit trail</h2>
${list([
  ['Entry', html`${entry.sequence}, ${entry.action}, ${shownTime(entry.at)}`],
  ['Hash of the entry', html`<code>${entry.hash}</code>`],
  ['Hash before it', html`<code>${entry.previous}</code>`],
  ['Hash of the answer', html`<code>${own}</code>`],
  ['In the entry', html`${agreement(recorded, own)}`],
  ['Signed head', html`entry ${head.sequence}, <code>${head.hash}</code>`],
  ['Key', html`<code>${key.fingerprint}</code>`],
])}
<h3>How to check it</h3>
<ol><li>The hash of the answer is the SHA-256 of ${isWhole ? 'the text below' : leftOutText}, in UTF-8.</li>
<li>The hash of the entry is the SHA-256 of the 32 bytes of the hash before it, followed by the entry in
canonical JSON (RFC 8785).</li>
<li>The organization's admins and facilitators find the entry in the audit trail by its number, and the
fingerprint of the key where evidence packs are made. The signed head below is a compact JWS (RFC 7515)
over the hash of the newest entry, and every entry before it is part of that hash.</li></ol>
${isWhole && html`<pre>${hashedText(answer)}</pre>`}<pre>${JSON.stringify(entryAsHashed(entry))}</pre><pre>${head.signed}</pre>`
}

const leftOutText = 'question, outcome, words and citations as they were stored, which are not all shown here'

function agreement(recorded: unknown, own: string): string {
  if (typeof recorded !== 'string') return 'The entry is older than hashes of answers.'
  return recorded === own
    ? 'the same hash'
    : 'ANOTHER HASH: the stored answer was changed after it was given.'
}

/** The entry with the names that its hash covers. */
function entryAsHashed({ id: eventId, hash: _, previous: __, ...entry }: AnswerRecord['entry']) {
  return { ...entry, eventId }
}

function list(facts: readonly (readonly [string, Html])[]): Html {
  return html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}
