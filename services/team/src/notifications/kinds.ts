import type { Feature } from '@portal/contracts/features'
import type { Notification } from '@portal/contracts/notifications'
import type { DocumentEvent, Matter } from './matter.ts'

/** Which events become notifications. */
export interface Kind {
  /** Whom it concerns: the event's audience, these people, or nobody. */
  readonly people: (event: DocumentEvent) => 'audience' | readonly (string | null | undefined)[]
  /** The matter, of which only the newest notification stays unread. */
  readonly about: (matter: Matter) => string
  /** `files` is the number of files that the notification covers (shown.ts). */
  readonly text: (matter: Matter, files: number) => string
  readonly link: (matter: Matter, files: number) => string
  /** What it says once there is nothing left to do; it leads to the document then. */
  readonly settledText?: (matter: Matter) => string
  /** Among an audience, the one who acted is not notified. */
  readonly isForOthers?: true
  /** Nobody is notified where it is switched off. */
  readonly feature?: Feature
}

/** Who wrote the version and who owns its document, without the one who acted. */
const writers = ({ parties: { authorId, ownerId }, actorId }: DocumentEvent) =>
  [authorId, ownerId].filter((personId) => personId !== actorId)
const audience = () => 'audience' as const

const aboutApproval = ({ approvalId, documentId }: Matter) => `approval ${approvalId ?? documentId}`
const aboutVersion = ({ versionId, documentId }: Matter) => `version ${versionId ?? documentId}`
const aboutReview = ({ documentId }: Matter) => `review ${documentId}`
const aboutCampaign = ({ campaignId, documentId }: Matter) => `campaign ${campaignId ?? documentId}`
const aboutQuestions = ({ documentId }: Matter) => `questions ${documentId}`
const aboutFile = ({ versionId, documentId }: Matter) => `file ${versionId ?? documentId}`
const aboutComments = ({ versionId, documentId }: Matter) => `comments ${versionId ?? documentId}`

const toApprovals = () => '/approvals'
const toDocument = ({ documentId }: Matter) => `/documents/${documentId}`
const toVersions = ({ documentId }: Matter) => `/documents/${documentId}/versions`
const toComments = ({ documentId, versionId }: Matter) =>
  versionId === undefined
    ? `/documents/${documentId}`
    : `/documents/${documentId}?version=${versionId}&comments=all`

const aboutConversation = ({ conversationId, documentId }: Matter) =>
  `conversation ${conversationId ?? documentId}`
const toConversation = ({ conversationId }: Matter) =>
  conversationId === undefined ? '/chat' : `/chat?conversation=${conversationId}`
const toQuestions = ({ documentId }: Matter) => `/documents/${documentId}?use=open`

/** "Version 3"; older events do not say which. */
const version = (matter: Matter) => (matter.version === undefined ? 'A version' : `Version ${matter.version}`)
const ofVersion = (matter: Matter) =>
  matter.version === undefined ? 'a version' : `version ${matter.version}`

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const written = (dueOn: string) => day.format(Date.parse(dueOn))
const reviewText = ({ dueOn }: Matter) => (dueOn == null ? 'Review due' : `Review due on ${written(dueOn)}`)
const acknowledge = ({ version: number, dueOn }: Matter) => {
  const what = number === undefined ? 'read and acknowledge it' : `read version ${number} and acknowledge it`
  return dueOn == null ? what : `${what} by ${written(dueOn)}`
}

const approval = {
  people: audience,
  about: aboutApproval,
  link: toApprovals,
  settledText: (matter: Matter) => `${version(matter)} no longer awaits your approval`,
}
const decision = { people: writers, about: aboutVersion, link: toVersions }
const feature = 'acknowledgements' as const
const campaign = {
  people: audience,
  about: aboutCampaign,
  link: toDocument,
  settledText: (matter: Matter) => `You were asked to read ${ofVersion(matter)} and acknowledge it`,
  feature,
}

/** Of a file whose reading had failed. */
export const readableKind = 'document.readable'
/** Of files that were read at once: counted, and in no mail, because forty uploads are one act. */
export const readyKind = 'document.ready'

/** The events that become notifications, by their type (decision 70). */
export const kinds: Readonly<Record<string, Kind>> = {
  'approval.requested': { ...approval, text: (matter) => `${version(matter)} awaits your approval` },
  'approval.delegated': {
    ...approval,
    people: ({ parties }) => [parties.delegateId],
    text: (matter) => `${version(matter)} awaits your decision as a delegate`,
  },
  'approval.reassigned': {
    ...approval,
    text: (matter) => `${version(matter)} awaits your approval in place of somebody who left`,
  },
  'approval.due': { ...approval, text: (matter) => `${version(matter)} still awaits your approval` },
  'approval.escalated': {
    ...approval,
    text: (matter) => `The approval of ${ofVersion(matter)} is overdue`,
    settledText: (matter) => `The approval of ${ofVersion(matter)} was overdue`,
    // Without somebody who decides in their place, stewards see there whose approval is missing.
    link: (matter) => (matter.escalatedTo == null ? toVersions(matter) : toApprovals()),
  },
  'version.approved': { ...decision, text: (matter) => `${version(matter)} was approved` },
  'version.rejected': { ...decision, text: (matter) => `${version(matter)} was rejected` },
  'version.changes-requested': {
    ...decision,
    text: (matter) => `Changes to ${ofVersion(matter)} were requested`,
  },
  'version.activated': {
    ...decision,
    text: (matter) => `${version(matter)} is the current version now`,
    link: toDocument,
  },
  'document.review_due': {
    people: audience,
    about: aboutReview,
    text: reviewText,
    link: toDocument,
    settledText: ({ dueOn }) => (dueOn == null ? 'Reviewed' : `Reviewed; it was due on ${written(dueOn)}`),
  },
  'acknowledgement.requested': {
    ...campaign,
    text: (matter) => `Please ${acknowledge(matter)}`,
  },
  'acknowledgement.reminded': {
    ...campaign,
    text: (matter) => `Reminder: please ${acknowledge(matter)}`,
  },
  'document.ingestion-changed': {
    people: ({ parties }) => (parties.state === 'failed' ? [parties.authorId] : []),
    about: aboutFile,
    text: () => 'The file could not be read',
    link: toVersions,
  },
  [readableKind]: {
    people: ({ parties }) => [parties.authorId],
    about: aboutFile,
    text: () => 'The file is readable now',
    link: toDocument,
  },
  [readyKind]: {
    people: ({ parties }) => [parties.authorId],
    about: aboutFile,
    text: (_, files) =>
      files === 1
        ? 'A file that you uploaded is readable now'
        : `${files} files that you uploaded are readable now`,
    link: (matter, files) => (files === 1 ? toDocument(matter) : '/documents'),
  },
  'comment.added': {
    feature: 'comments',
    people: audience,
    about: aboutComments,
    text: (matter) =>
      matter.version === undefined ? 'New comments' : `New comments on ${ofVersion(matter)}`,
    link: toComments,
  },
  'question.sent': {
    feature: 'gaps',
    people: audience,
    isForOthers: true,
    about: aboutQuestions,
    text: () => 'A question was sent to its owner',
    link: toQuestions,
  },
  'question.answerable': {
    feature: 'gaps',
    people: audience,
    about: aboutConversation,
    text: () => 'It answers a question that you asked',
    link: toConversation,
  },
  'answer.outdated': {
    people: audience,
    about: ({ documentId }) => `answers from ${documentId}`,
    text: () => 'A new version has replaced one that your answer rests on',
    link: toConversation,
  },
  'verified-answer.expired': {
    feature: 'verified-answers',
    people: audience,
    about: ({ documentId }) => `verified answers from ${documentId}`,
    text: () => 'An answer that you verified has expired with the version that it cites',
    link: () => '/verified-answers?state=expired',
  },
}

/** What a notification says and leads to. `isClosed`: there is nothing left to do. */
export function inWords(
  name: string,
  {
    matter,
    files,
    isClosed,
  }: { readonly matter: Matter; readonly files: number; readonly isClosed: boolean },
): Pick<Notification, 'text' | 'link'> {
  const kind = kinds[name]
  if (!kind) return { text: 'Something changed', link: toDocument(matter) }
  if (isClosed && kind.settledText) return { text: kind.settledText(matter), link: toDocument(matter) }
  return { text: kind.text(matter, files), link: kind.link(matter, files) }
}
