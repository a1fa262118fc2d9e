import { type SQL, sql } from 'drizzle-orm'

/** A parameter with a list of days, times or ids, which need no quotes. */
export function arrayOf(values: readonly string[], type: 'date' | 'timestamptz' | 'uuid'): SQL {
  return sql`${`{${values.join(',')}}`}::${sql.raw(type)}[]`
}
