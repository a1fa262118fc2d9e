import { chatEvents } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventDefinition } from '@portal/contracts/events'
import type { Permission } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'

/**
 * Of what a person does with a document, the service may do these at once, as when a version needs
 * no approval: they are no news beside what the person did.
 */
export const consequences = [
  documentsEvents.versionSubmitted,
  documentsEvents.versionApproved,
  documentsEvents.versionActivated,
].map(({ type }) => type)

/** How an event reads after its actor's name, and what it names: in its data or by an id. */
export interface ActivityKind {
  readonly definition: EventDefinition
  readonly phrase: string
  readonly names: 'document' | 'person' | 'data' | 'nothing'
  /** Where to look if it names no document, and the permission that the page requires, if any. */
  readonly to?: string
  readonly opens?: Permission
}

const document = (definition: EventDefinition, phrase: string): ActivityKind => {
  return { definition, phrase, names: 'document' }
}
const person = (definition: EventDefinition, phrase: string): ActivityKind => {
  return { definition, phrase, names: 'person', to: '/team' }
}

/** About nothing that has a name: a page and the permission that it requires. */
const other = (
  definition: EventDefinition,
  phrase: string,
  page: [to: string, opens: Permission],
): ActivityKind => {
  const [to, opens] = page
  return { definition, phrase, names: 'nothing', to, opens }
}

/** Events that are news to people. Others are only in the audit trail. */
export const activityKinds: readonly ActivityKind[] = [
  document(documentsEvents.documentUploaded, 'uploaded'),
  document(documentsEvents.documentChanged, 'changed'),
  document(documentsEvents.documentRestored, 'restored'),
  document(documentsEvents.documentDeleted, 'deleted'),
  document(documentsEvents.documentRecertified, 'confirmed the review of'),
  document(documentsEvents.reviewDue, 'reminded of the review of'),
  document(documentsEvents.versionCreated, 'added a version of'),
  document(documentsEvents.versionSubmitted, 'submitted for approval'),
  document(documentsEvents.versionWithdrawn, 'withdrew from approval'),
  document(documentsEvents.versionApproved, 'approved a version of'),
  document(documentsEvents.versionRejected, 'rejected a version of'),
  document(documentsEvents.changesRequested, 'requested changes to'),
  document(documentsEvents.versionActivated, 'put a version in force of'),
  document(documentsEvents.campaignStarted, 'asked people to read'),
  document(documentsEvents.campaignClosed, 'closed the campaign for'),
  document(documentsEvents.acknowledgementGiven, 'read and acknowledged'),
  document(chatEvents.questionSent, 'sent a question about'),
  other(chatEvents.answerVerified, 'verified an answer', ['/verified-answers', 'verified-answer:read']),
  other(documentsEvents.approvalRuleChanged, 'changed the approval rules', [
    '/approvals/rules',
    'approval-rule:read',
  ]),
  { definition: teamEvents.departmentCreated, phrase: 'created the department', names: 'data', to: '/team' },
  { definition: teamEvents.departmentDeleted, phrase: 'deleted the department', names: 'data', to: '/team' },
  person(teamEvents.memberJoined, 'welcomed'),
  person(teamEvents.memberRoleChanged, 'changed the role of'),
  person(teamEvents.memberRemoved, 'removed'),
  other(teamEvents.invitationCreated, 'invited somebody', ['/users', 'invitation:read']),
  other(teamEvents.settingsChanged, 'changed the settings of the organization', [
    '/settings',
    'organization:change-settings',
  ]),
  other(teamEvents.featuresChanged, 'switched features on or off', [
    '/settings',
    'organization:change-settings',
  ]),
]
