import { type Role, roleLabels } from '@portal/contracts/permissions'

const labels: Readonly<Record<string, string>> = {
  'access.denied': 'Access refused',
  'access.read': 'Read across organizations',
  'answer.rated': 'Answer rated',
  'assistant.settings-changed': 'Assistant settings changed',
  'conversation.deleted': 'Conversation deleted',
  'conversation.renamed': 'Conversation renamed',
  'department.created': 'Department created',
  'department.deleted': 'Department deleted',
  'document.deleted': 'Document deleted',
  'document.ingestion-changed': 'Document processed',
  'document.uploaded': 'Document uploaded',
  'invitation.accepted': 'Invitation accepted',
  'invitation.created': 'Member invited',
  'invitation.resent': 'Invitation sent again',
  'invitation.revoked': 'Invitation revoked',
  'invitation.undeliverable': 'Invitation could not be delivered',
  'member.departments-changed': 'Departments of a member changed',
  'member.joined': 'Member joined',
  'member.removed': 'Member removed',
  'member.role-changed': 'Role changed',
  'organization.created': 'Organization created',
  'organization.deletion-finished': 'Deletion of an organization finished',
  'organization.deletion-requested': 'Deletion of an organization requested',
  'organization.disabled': 'Organization disabled',
  'organization.join-code-changed': 'Join code changed',
  'organization.purged': 'Data of a deleted organization removed',
  'person.access-renewed': 'New way to log in handed out',
  'person.changed': 'Account changed',
  'question.answered': 'Question answered',
  'question.sent': 'Question sent to the owner of a document',
  'session.ended': 'Logged out',
  'session.started': 'Logged in',
  'token.minted': 'Access token made',
  'token.revoked': 'Access token revoked',
  'version.activated': 'Version made current',
}

/** An action in words. Unknown (newer) ones read as named: "Report sent" for `report.sent`. */
export function actionLabel(action: string): string {
  const words = action.replace(/[.-]+/g, ' ').trim()
  return labels[action] ?? words.charAt(0).toUpperCase() + words.slice(1)
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

/** Details worth showing next to the label; empty when there are none. */
export function actionDetail(details: Readonly<Record<string, unknown>>): string {
  const { name, role, previous, code, suppressed, state, rating } = details
  if (typeof suppressed === 'number' && suppressed > 0)
    return `and ${suppressed} more that were not listed one by one`
  if (isRole(role))
    return isRole(previous) ? `${roleLabels[previous]} → ${roleLabels[role]}` : roleLabels[role]
  if (typeof name === 'string') return name
  if (typeof rating === 'number') return `${rating} of 5`
  if (typeof state === 'string') return state
  return typeof code === 'string' ? (refusals[code] ?? '') : ''
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(roleLabels, value)
}
