import type { AuditEntry } from '@portal/contracts/audit'
import { type Role, roleLabels } from '@portal/contracts/permissions'

/**
 * What somebody did, after their name; `{s}` stands for the thing or person that it was done to.
 * Actions that only the portal takes read well after "The portal".
 */
const predicates: Readonly<Record<string, string>> = {
  'access.read': 'read {s}',
  'acknowledgement.given': 'acknowledged the document {s}',
  'acknowledgement.reminded': 'reminded people to read {s}',
  'acknowledgement.requested': 'asked people to read {s}',
  'answer.outdated': 'marked an answer as outdated',
  'answer.rated': 'rated an answer',
  'approval-rule.changed': 'changed the approval rule {s}',
  'approval-rule.deleted': 'deleted the approval rule {s}',
  'approval.decided': 'decided on a version of {s}',
  'approval.delegated': 'delegated a decision about {s}',
  'approval.due': 'reminded an approver of {s}',
  'approval.escalated': 'escalated a decision about {s}',
  'approval.reassigned': 'reassigned a decision about {s}',
  'approval.requested': 'asked for approval of {s}',
  'approver.absence-changed': 'changed an absence as approver',
  'assistant.settings-changed': 'changed the settings of the assistant',
  'campaign.closed': 'closed a reading campaign of {s}',
  'campaign.started': 'started a reading campaign of {s}',
  'comment.added': 'commented on {s}',
  'comment.deleted': 'deleted a comment on {s}',
  'comment.edited': 'edited a comment on {s}',
  'comment.reopened': 'reopened a comment on {s}',
  'comment.resolved': 'resolved a comment on {s}',
  'conversation.deleted': 'deleted a conversation',
  'conversation.renamed': 'renamed a conversation',
  'department.created': 'created the department {s}',
  'department.deleted': 'deleted the department {s}',
  'document.changed': 'changed the document {s}',
  'document.deleted': 'deleted the document {s}',
  'document.indexed': 'indexed the document {s}',
  'document.ingestion-changed': 'processed the document {s}',
  'document.recertified': 'recertified the document {s}',
  'document.restored': 'restored the document {s}',
  'document.review_due': 'noted that the review of {s} is due',
  'document.uploaded': 'uploaded the document {s}',
  'evidence-pack.created': 'made an evidence pack about {s}',
  'gap.changed': 'changed a gap',
  'golden-question.added': 'added a golden question about {s}',
  'golden-question.removed': 'removed a golden question about {s}',
  'golden-run.finished': 'finished a run of golden questions',
  'golden-run.started': 'started a run of golden questions',
  // The address of an invited person is theirs, and no entry holds it: only the role is said.
  'invitation.accepted': 'accepted an invitation',
  'invitation.created': 'invited somebody',
  'invitation.resent': 'sent an invitation again',
  'invitation.revoked': 'revoked an invitation',
  'invitation.undeliverable': 'could not deliver an invitation',
  'member.departments-changed': 'changed the departments of {s}',
  'member.joined': 'brought {s} into the organization',
  'member.removed': 'removed {s} from the organization',
  'member.role-changed': 'changed the role of {s}',
  'notification.settings-changed': 'changed which mails they get',
  'organization.created': 'created the organization {s}',
  'organization.deletion-finished': 'finished the deletion of the organization {s}',
  'organization.deletion-requested': 'requested the deletion of the organization {s}',
  'organization.disabled': 'disabled the organization {s}',
  'organization.features-changed': 'switched features on or off',
  'organization.join-code-changed': 'changed the join code',
  'organization.logo-changed': 'changed the logo of the organization',
  'organization.purged': 'removed data of the deleted organization {s}',
  'organization.renamed': 'renamed the organization to {s}',
  'organization.settings-changed': 'changed the settings of the organization',
  'person.access-renewed': 'handed out a new way to log in to {s}',
  'person.changed': 'changed the account of {s}',
  'person.erased': 'erased {s} from a service',
  'person.erasure-finished': 'finished the erasure of {s}',
  'person.erasure-requested': 'requested the erasure of {s}',
  'question.answerable': 'found an answer to an earlier question',
  'question.answered': 'asked a question',
  'question.sent': 'sent a question to the owner of {s}',
  'session.ended': 'logged out',
  'session.started': 'logged in',
  'synonyms.changed': 'changed the synonyms',
  'token.minted': 'made an access token',
  'remote.changed': 'changed which version of the remote {s} is shown',
  'token.revoked': 'revoked an access token',
  'verified-answer.created': 'verified an answer from {s}',
  'verified-answer.expired': 'let a verified answer from {s} expire',
  'verified-answer.withdrawn': 'withdrew a verified answer from {s}',
  'version.activated': 'made a version of {s} current',
  'version.approved': 'approved a version of {s}',
  'version.changes-requested': 'requested changes to a version of {s}',
  'version.created': 'created a version of {s}',
  'version.rejected': 'rejected a version of {s}',
  'version.submitted': 'submitted a version of {s}',
  'version.withdrawn': 'withdrew a version of {s}',
}

/** What the portal does by itself with what somebody gave it. */
const workOfPortal = ['document.indexed', 'document.ingestion-changed']

/**
 * What somebody did to a gap, by the state that it has since. No more: an entry may be the asker's,
 * and what they asked about is theirs (decision 73); the gap's id says nothing to anybody.
 */
const gapStates: Readonly<Record<string, string>> = {
  open: 'opened a gap',
  assigned: 'assigned a gap',
  answered: 'closed a gap as answered',
  dismissed: 'dismissed a gap',
}
/** The state is older then. */
const gapQuestions = 'changed the questions of a gap'

/** The trail names their documents; their own ids say nothing to anybody. */
const onDocuments: readonly string[] = [
  ...['question.sent', 'golden-question.added', 'golden-question.removed'],
  ...['verified-answer.created', 'verified-answer.expired', 'verified-answer.withdrawn'],
]

/** Whether the portal did it for the person whom the entry names, as the consequence of an act. */
export function isForActor({ action, actorId }: AuditEntry): boolean {
  return actorId !== null && workOfPortal.includes(action)
}

/** What operators read across organizations, by the route that the entry names. */
const readings: Readonly<Record<string, string>> = {
  'GET /api/master/audit': 'the audit trails',
  'GET /api/master/audit/export': 'the audit trails as a file',
  'GET /api/master/audit/verification': 'whether an audit trail is intact',
  'GET /api/master/deletions': 'the deletions of organizations',
  'GET /api/master/erasures': 'the erasures of people',
  'GET /api/master/mail': 'the sent mail',
  'GET /api/master/organizations': 'the list of organizations',
  'GET /api/master/users': 'the list of all users',
  'GET /api/operations': 'the state of the platform',
  'GET /api/operations/traces/{traceId}': 'a trace of the platform',
  'GET /api/remotes': 'the versions of the remotes',
  'GET /operators/mail': 'the sent mail from its mailer',
  'GET /operators/people/{userId}/erasure': 'whom an erasure means',
}

/** Refusals name the route instead of a predicate. */
const refusal = 'was refused {s}'

/** Actions whose sentences say too much or too little of them all. */
const general: Readonly<Record<string, string>> = {
  'access.denied': 'was refused access',
  'access.read': 'read across organizations',
}

/** The actions to choose from, in words and in their order. */
export const actionOptions = ['access.denied', ...Object.keys(predicates)]
  .map((value) => ({ value, label: actionLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** An action by itself: "Deleted the document …". Unknown (newer) ones read as they are named. */
export function actionLabel(action: string): string {
  const known = general[action] ?? predicates[action]
  const words = (known ?? action.replace(/[.-]+/g, ' ')).replace('{s}', '…').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What stands before and after the subject in an entry's sentence; null: it does not name one. */
export function predicateOf(entry: AuditEntry): readonly [string, string | null] {
  const { action, actorId, subject, subjectName, details } = entry
  if (action === 'access.denied') return splitAtSubject(refusal)
  if (action === 'access.read' && subject in readings) return [`read ${readings[subject]}`, null]
  // Somebody who joins by a link is named once.
  if (action === 'member.joined' && actorId === subject) return ['joined the organization', null]
  const known = (action === 'gap.changed' && ofGap(details)) || predicates[action]
  if (known === undefined) return [`${actionLabel(action)}: `, '']
  // A session that nobody ended ran out.
  if (action === 'session.ended' && actorId === null) return ['ended a session', null]
  if (subjectName === null && onDocuments.includes(action)) return [known.replace('{s}', 'a document'), null]
  return splitAtSubject(known)
}

function ofGap({ isOfQuestions, state }: AuditEntry['details']): string | undefined {
  return isOfQuestions === true ? gapQuestions : gapStates[String(state)]
}

function splitAtSubject(predicate: string): readonly [string, string | null] {
  const [before = '', after] = predicate.split('{s}')
  return [before, after ?? null]
}

const refusals: Readonly<Record<string, string>> = {
  not_found: 'not found, or not theirs',
  forbidden: 'not permitted',
  cross_site: 'came from another site',
  credential_conflict: 'credentials of two people',
  account_disabled: 'the account is disabled',
  protected_account: 'the account is protected',
  rate_limited: 'too many attempts',
  login_refused: 'the login could not be completed',
}

/** Details worth showing after the sentence; empty when there are none. */
export function actionDetail(details: Readonly<Record<string, unknown>>): string {
  const { role, previous, code, suppressed, state, status, rating } = details
  if (typeof suppressed === 'number' && suppressed > 0)
    return `and ${suppressed} more that were not listed one by one`
  if (isRole(role))
    return isRole(previous) ? `from ${roleLabels[previous]} to ${roleLabels[role]}` : `as ${roleLabels[role]}`
  if (typeof rating === 'number') return `${rating} of 5`
  if (typeof state === 'string') return state
  // As the wire names it: changes_requested.
  if (typeof status === 'string') return status.replaceAll('_', ' ')
  return typeof code === 'string' ? (refusals[code] ?? '') : ''
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(roleLabels, value)
}
