/** The organization was deleted; passports, jobs and events of it no longer have any effect. */
export class OrganizationDeleted extends Error {
  override readonly name = 'OrganizationDeleted'
}

/** The SQLSTATE that `refuse_deleted` raises (drizzle/0003_call-instead-of-select.sql). */
const deletedState = 'PO410'

/** Maps a transaction's error to {@link OrganizationDeleted} where it means that. */
export function asOrganizationDeleted(error: unknown): unknown {
  const isDeleted = error instanceof Error && 'code' in error && error.code === deletedState
  return isDeleted ? new OrganizationDeleted('This organization was deleted.', { cause: error }) : error
}
