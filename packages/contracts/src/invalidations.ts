/**
 * Which cached reads an event makes stale, as prefixes of query keys (key[0] is the path, product
 * §7). The shell applies it to every message of GET /api/events.
 */
export const invalidations: Readonly<Record<string, readonly string[]>> = {
  'session.started': ['/api/auth/sessions'],
  'session.ended': ['/api/auth/sessions'],
  'token.minted': ['/api/auth/sessions'],
  'token.revoked': ['/api/auth/sessions'],
  'organization.created': ['/api/auth/user', '/api/session'],
  'organization.deletion-finished': ['/api/master/organizations', '/api/master/deletions'],
  'organization.join-code-changed': ['/api/auth/user'],
  'organization.settings-changed': ['/api/organization/settings', '/api/documents'],
  'department.created': ['/api/departments'],
  'department.deleted': ['/api/departments', '/api/documents', '/api/users'],
  'member.joined': ['/api/auth/user', '/api/users', '/api/invitations'],
  'member.departments-changed': [
    ...['/api/auth/user', '/api/users', '/api/documents', '/api/search', '/api/notifications'],
  ],
  'member.removed': ['/api/auth/user', '/api/session', '/api/users'],
  'invitation.created': ['/api/invitations'],
  'invitation.resent': ['/api/invitations'],
  'invitation.undeliverable': ['/api/invitations'],
  'invitation.revoked': ['/api/invitations'],
  'invitation.accepted': ['/api/invitations', '/api/users'],
  'member.role-changed': [
    ...['/api/auth/user', '/api/session', '/api/users'],
    ...['/api/documents', '/api/search', '/api/notifications'],
  ],
  'document.uploaded': ['/api/documents', '/api/ingestion-problems'],
  'document.changed': ['/api/documents', '/api/search', '/api/acknowledgements'],
  'document.recertified': ['/api/documents'],
  'document.review_due': ['/api/documents'],
  'document.restored': [
    ...['/api/documents', '/api/search', '/api/ingestion-problems', '/api/acknowledgements'],
  ],
  'document.deleted': [
    ...['/api/documents', '/api/search', '/api/ingestion-problems', '/api/acknowledgements'],
  ],
  'document.ingestion-changed': ['/api/documents', '/api/search', '/api/ingestion-problems'],
  'version.created': ['/api/documents'],
  'version.submitted': ['/api/documents', '/api/approvals'],
  'version.withdrawn': ['/api/documents', '/api/approvals'],
  'version.approved': ['/api/documents', '/api/approvals'],
  'version.rejected': ['/api/documents', '/api/approvals'],
  'version.changes-requested': ['/api/documents', '/api/approvals'],
  'version.activated': ['/api/documents', '/api/search', '/api/acknowledgements'],
  'approval.requested': ['/api/documents', '/api/approvals'],
  'approval.decided': ['/api/documents', '/api/approvals'],
  'approval.delegated': ['/api/documents', '/api/approvals'],
  'approver.absence-changed': ['/api/approvals'],
  'approval.due': ['/api/approvals'],
  'approval.escalated': ['/api/documents', '/api/approvals'],
  'approval.reassigned': ['/api/documents', '/api/approvals'],
  'comment.added': ['/api/documents'],
  'comment.edited': ['/api/documents'],
  'comment.deleted': ['/api/documents'],
  'comment.resolved': ['/api/documents'],
  'comment.reopened': ['/api/documents'],
  'approval-rule.changed': ['/api/approval-rules'],
  'approval-rule.deleted': ['/api/approval-rules'],
  'notification.changed': ['/api/notifications'],
  'notification.settings-changed': ['/api/notifications/settings'],
  'campaign.started': ['/api/acknowledgements'],
  'campaign.closed': ['/api/acknowledgements'],
  'acknowledgement.requested': ['/api/acknowledgements'],
  'acknowledgement.reminded': ['/api/acknowledgements'],
  'acknowledgement.given': ['/api/acknowledgements'],
  'question.answered': ['/api/conversations'],
  'platform.changed': ['/api/master/organizations', '/api/master/users', '/api/master/deletions'],
}

/** Operators get this in place of an organization's event, without content (decision 52). */
export const platformChange = 'platform.changed'

/** Events that change an operators' list; mere counts are left out. */
export const platformEvents: ReadonlySet<string> = new Set([
  'organization.created',
  'organization.join-code-changed',
  'organization.deletion-requested',
  'organization.purged',
  'organization.deletion-finished',
  'department.created',
  'department.deleted',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'person.changed',
])
