import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Anything that names an organization: a request's context, a row, or a table to join. */
export interface OfOrganization {
  readonly organizationId: number | PgColumn
}

/** The scope's rows. Row security applies anyway, but this leads to the organization's indexes. */
export function own(
  table: { readonly organizationId: PgColumn },
  scope: OfOrganization,
  ...conditions: readonly (SQL | undefined)[]
): SQL {
  const ofOrganization = eq(table.organizationId, scope.organizationId)
  return and(ofOrganization, ...conditions) ?? ofOrganization
}
