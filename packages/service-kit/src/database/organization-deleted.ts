/** The organization was deleted: nothing is read or written in it any more, whatever passports, jobs or events of it remain. */
export class OrganizationDeleted extends Error {
  override readonly name = 'OrganizationDeleted'
}

/** The SQLSTATE that `refuse_deleted` raises (drizzle/0003_call-instead-of-select.sql). */
const deletedState = 'PO410'

/** The error of a transaction, by its meaning. */
export function asOrganizationDeleted(error: unknown): unknown {
  const isDeleted = error instanceof Error && 'code' in error && error.code === deletedState
  return isDeleted ? new OrganizationDeleted('This organization was deleted.', { cause: error }) : error
}
