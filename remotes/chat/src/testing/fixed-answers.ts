import type { ChatMessage, Citation } from '@portal/contracts/chat'
import type { Conversation } from '@portal/contracts/conversations'
import type { VersionFacts } from '@portal/contracts/version-facts'
import type { VersionText } from '@portal/contracts/versions'

/** A UUID of the n-th thing of a kind. */
export function fixedId(kind: string, n: number): string {
  return `0190b6c1-0000-7000-${kind}-${String(n).padStart(12, '0')}`
}

/** The text of the version that citations quote. */
export const sourceText = [
  'Notification',
  'The on-call incident lead records every suspected breach.',
  'Supervisory authority',
  'The officer notifies the authority within 72 hours.\nA later notification states the reasons.',
  'Records are kept for five years.',
].join('\n\n')

/** The version that citations quote, with its two headings. */
export const fixedSource: VersionText = {
  documentId: fixedId('8000', 1),
  versionId: fixedId('9000', 1),
  version: 3,
  title: 'Incident Response Procedure',
  customId: 'IRP-002',
  departmentName: 'Information Technology',
  isCurrent: true,
  status: 'approved',
  fileName: 'incident-response.docx',
  fileType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  approvedAt: '2026-01-14T10:20:00.000Z',
  text: sourceText,
  sections: ['Notification', 'Supervisory authority'].map((title) => ({
    level: 1,
    title,
    start: sourceText.indexOf(title),
    page: null,
  })),
  pages: [],
}

/** Who approved that version, and what follows from its dates. */
export function fixedFacts(changes: Partial<VersionFacts> = {}): VersionFacts {
  const { documentId, versionId, version, title, customId, fileName, approvedAt } = fixedSource
  return {
    ...{ documentId, versionId, version, title, customId, fileName, approvedAt },
    contentHash: 'ab'.repeat(32),
    status: 'approved',
    isCurrent: true,
    isActive: true,
    approvals: [{ personId: 'lena', decidedAt: '2026-01-14T10:20:00.000Z' }],
    effectiveOn: '2026-02-01',
    supersededAt: null,
    review: { nextOn: '2027-01-14', cycleMonths: 12, isOverdue: false },
    isRevisionPending: false,
    ...changes,
  }
}

/** A citation of these words of the source. */
export function fixedCitation(number: number, quote: string, changes: Partial<Citation> = {}): Citation {
  const start = sourceText.indexOf(quote)
  return {
    number,
    documentId: fixedSource.documentId,
    versionId: fixedSource.versionId,
    version: 3,
    title: fixedSource.title,
    customId: 'IRP-002',
    headingPath: ['Notification', 'Supervisory authority'],
    page: 9,
    start,
    end: start + quote.length,
    quote,
    ...changes,
  }
}

/** An answered question as stored in a conversation. */
export function fixedAnswer(changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: fixedId('a000', 2),
    content: 'Within 72 hours. [1]',
    role: 'assistant',
    createdAt: '2026-02-03T09:00:01.000Z',
    outcome: 'answered',
    citations: [fixedCitation(1, 'The officer notifies the authority within 72 hours.')],
    ...changes,
  }
}

export function fixedQuestion(content = 'By when must the authority be told?'): ChatMessage {
  return {
    id: fixedId('a000', 1),
    content,
    role: 'user',
    createdAt: '2026-02-03T09:00:00.000Z',
    outcome: null,
    citations: [],
  }
}

/** The n-th conversation of the person. */
export function fixedConversation(n = 1, changes: Partial<Conversation> = {}): Conversation {
  return {
    id: fixedId('b000', n),
    title: `Conversation ${n}`,
    createdAt: '2026-02-03T09:00:00.000Z',
    ...changes,
  }
}

/** The response of POST /api/chat. */
export function fixedAskAnswer(changes: Partial<ChatMessage> = {}, conversation = fixedConversation()) {
  const { id, content, createdAt, citations, outcome } = fixedAnswer(changes)
  return { assistantMessage: { id, content, createdAt }, conversation, citations, outcome }
}
