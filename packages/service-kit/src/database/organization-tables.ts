import { sql } from 'drizzle-orm'
import type { TransactionHandle } from './connection-slot.ts'

/** What remains of an organization after its purge: the record of it (tables.ts). */
export const keptTables: readonly string[] = ['tombstones', 'purge_steps']

interface Reference {
  readonly from: string
  readonly to: string
  /** Whether a referenced row cannot be deleted first. */
  readonly isStrict: boolean
}

/** A table with organizations' rows. Append-only rows are deleted by an owner's function only. */
export interface OrganizationTable {
  readonly name: string
  readonly isAppendOnly: boolean
}

/**
 * Every table with organizations' rows, from the catalog, ordered for deletion in batches:
 * referencing tables first. Runs as the app role. Throws if no such order exists.
 */
export async function organizationTables(
  db: Pick<TransactionHandle, 'execute'>,
): Promise<readonly OrganizationTable[]> {
  const tables = await db.execute<{ name: string; isAppendOnly: boolean }>(sql`
    select c.relname as name, not has_table_privilege(c.oid, 'delete') as "isAppendOnly" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organization_id' and not a.attisdropped
    order by c.relname`)
  const references = await db.execute<{ from: string; to: string; isStrict: boolean }>(sql`
    select f.relname as "from", t.relname as "to", k.confdeltype in ('a', 'r') as "isStrict"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  const byName = new Map(tables.filter(({ name }) => !keptTables.includes(name)).map((it) => [it.name, it]))
  return inDeletionOrder([...byName.keys()], references).flatMap((name) => byName.get(name) ?? [])
}

/**
 * Orders tables so that referencing ones come first. References that cascade or set null may be
 * violated to break a cycle. Throws on a cycle of strict ones.
 */
export function inDeletionOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const left = new Set(names)
  const order: string[] = []
  while (left.size > 0) {
    const waits = (name: string, isStrict: boolean) =>
      references.some(
        (one) =>
          one.to === name &&
          left.has(one.from) &&
          (isStrict ? one.isStrict : one.from !== name || one.isStrict),
      )
    const next = [...left].find((name) => !waits(name, false)) ?? [...left].find((name) => !waits(name, true))
    if (next === undefined) {
      throw new Error(
        `The tables ${[...left].join(', ')} refer to each other in a circle: an organization could not be purged from them. Let one reference cascade or set null.`,
      )
    }
    order.push(next)
    left.delete(next)
  }
  return order
}
