/** The organization was deleted; passports, jobs and events of it no longer have any effect. */
export class OrganizationDeleted extends Error {
  override readonly name = 'OrganizationDeleted'
}

/** The SQLSTATE that `refuse_deleted` raises (drizzle/0003_call-instead-of-select.sql). */
const deletedState = 'PO410'

/** Rejects with {@link OrganizationDeleted} where a transaction's error means that. */
export function orDeleted<T>(transaction: Promise<T>): Promise<T> {
  return transaction.catch((error: unknown) => {
    const isDeleted = error instanceof Error && 'code' in error && error.code === deletedState
    throw isDeleted ? new OrganizationDeleted('This organization was deleted.', { cause: error }) : error
  })
}
