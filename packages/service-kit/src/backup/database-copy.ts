import { z } from 'zod'

/** A table's rows, kept in `parts` of `COPY` text, in the order of `columns`. */
const TableCopy = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  parts: z.number().int(),
})
export type TableCopy = z.infer<typeof TableCopy>

const SequenceCopy = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type SequenceCopy = z.infer<typeof SequenceCopy>

/** One database as it was at one moment. `migrations` are the hashes of those it had. */
export const DatabaseCopy = z.object({
  migrations: z.array(z.string()),
  tables: z.array(TableCopy),
  sequences: z.array(SequenceCopy),
})
export type DatabaseCopy = z.infer<typeof DatabaseCopy>

/**
 * A database that another program migrates: tables with their rows, the statements that make them,
 * and those that make keys, indexes and references once the rows are there.
 */
export const ForeignCopy = z.object({
  tables: z.array(TableCopy),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type ForeignCopy = z.infer<typeof ForeignCopy>
