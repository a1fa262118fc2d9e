import { eq, type SQL } from 'drizzle-orm'
import { bigint, PgDialect, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { own } from './own.ts'

const columns = { organizationId: bigint({ mode: 'number' }).notNull(), id: text().notNull() }
const notes = pgTable('notes', columns)
const authors = pgTable('authors', columns)

const rendered = (condition: SQL) => new PgDialect().sqlToQuery(condition)

test("own rows are those of the scope's organization that meet every condition", () => {
  expect(rendered(own(notes, { organizationId: 7 }, eq(notes.id, 'a'), undefined))).toMatchObject({
    sql: '("notes"."organizationId" = $1 and "notes"."id" = $2)',
    params: [7, 'a'],
  })
})

test('tables are joined within an organization', () => {
  expect(rendered(own(notes, authors)).sql).toBe('"notes"."organizationId" = "authors"."organizationId"')
})
