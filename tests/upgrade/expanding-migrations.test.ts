import { expect, it } from 'vitest'
import { newStatements, notExpanding, statementsOf } from './new-statements.ts'
import { readReleases } from './releases.ts'

const refused = (sql: string) => notExpanding(statementsOf('a.sql', sql)).map(({ statement }) => statement)

it.each([
  'ALTER TABLE "people" DROP COLUMN "name";',
  'ALTER TABLE "people" RENAME COLUMN "name" TO "title";',
  'ALTER TABLE "people" RENAME TO "persons";',
  'ALTER TABLE "people" ADD COLUMN "age" integer NOT NULL;',
  'ALTER TABLE "people" ADD COLUMN "age" integer UNIQUE;',
  'ALTER TABLE "people" ADD COLUMN "age" integer, DROP COLUMN "name";',
  'ALTER TABLE "people" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "people" ALTER COLUMN "name" SET DATA TYPE integer;',
  'ALTER TABLE "people" ADD CONSTRAINT "known" CHECK ("name" <> \'\');',
  'CREATE UNIQUE INDEX "people_name" ON "people" USING btree ("name");',
  'DROP TABLE "people";',
  'DROP INDEX "people_name";',
  'TRUNCATE "people";',
  'UPDATE "people" SET "name" = lower("name");',
  'CREATE TRIGGER "t" BEFORE INSERT ON "people" EXECUTE FUNCTION f();',
])('is not expanding: %s', (sql) => {
  expect(refused(sql)).toEqual([sql.slice(0, -1)])
})

it('a new table that keeps rows of before from being deleted is not expanding', () => {
  const sql = `CREATE TABLE "pets" ("id" text);
ALTER TABLE "pets" ADD CONSTRAINT "owner" FOREIGN KEY ("id") REFERENCES "public"."people"("id") ON DELETE no action;`
  expect(refused(sql)).toHaveLength(1)
})

it.each([
  'ALTER TABLE "people" ADD COLUMN "age" integer;',
  'ALTER TABLE "people" ADD COLUMN "tags" text[] DEFAULT \'{}\' NOT NULL;',
  'CREATE INDEX "people_name" ON "people" USING btree ("name");',
  'ALTER TABLE "people" ALTER COLUMN "name" SET STORAGE EXTERNAL;',
  'CREATE TABLE "pets" ("id" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "pets_id" ON "pets" USING btree ("id");',
  'CREATE TABLE "pets" ("id" text NOT NULL);\nALTER TABLE "pets" ADD CONSTRAINT "owner" FOREIGN KEY ("id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;',
])('is expanding: %s', (sql) => {
  expect(refused(sql)).toEqual([])
})

it('every migration since the last release only adds, so that the release goes on beside it', async () => {
  const { last, contractions } = await readReleases()
  const allowed = new Set(contractions.map(({ migration, statement }) => `${migration}\n${statement}`))
  const found = (await newStatements(last)).flatMap((statements) => notExpanding(statements))
  expect(found.filter(({ migration, statement }) => !allowed.has(`${migration}\n${statement}`))).toEqual([])
})

it('what is listed as taken away is a statement of now, unused since a release', async () => {
  const { releases, last, contractions } = await readReleases()
  const present = (await newStatements(last)).flat()
  for (const { unusedSince, ...contraction } of contractions) {
    expect(present).toContainEqual(contraction)
    // The last release must not use it either: it may run beside this one.
    expect(releases.map(({ version }) => version)).toContain(unusedSince)
  }
})
