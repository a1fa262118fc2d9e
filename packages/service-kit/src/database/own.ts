import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whatever names an organization: a request's context, a row, or another table to join. */
export interface OfOrganization {
  readonly organizationId: number | PgColumn
}

/**
 * The rows of a table that belong to the scope's organization and meet all conditions; an undefined
 * condition adds nothing. It lets the planner use the indexes, which begin with the organization;
 * row security holds whether or not a query asks for it.
 */
export function own(
  table: { readonly organizationId: PgColumn },
  scope: OfOrganization,
  ...conditions: readonly (SQL | undefined)[]
): SQL {
  const ofOrganization = eq(table.organizationId, scope.organizationId)
  return and(ofOrganization, ...conditions) ?? ofOrganization
}
