/**
 * Which cached reads an event makes stale, as prefixes of query keys (key[0] is the path, specification §7).
 * The shell applies it to every message of GET /api/events.
 */
export const invalidations: Readonly<Record<string, readonly string[]>> = {
  'organization.created': ['/api/auth/user', '/api/session'],
  'department.created': ['/api/departments'],
  'member.joined': ['/api/auth/user', '/api/users'],
  'member.role-changed': ['/api/auth/user', '/api/session', '/api/users'],
  'document.uploaded': ['/api/documents'],
  'document.deleted': ['/api/documents'],
  'document.ingestion-changed': ['/api/documents'],
  'version.activated': ['/api/documents'],
  'question.answered': ['/api/conversations'],
}
