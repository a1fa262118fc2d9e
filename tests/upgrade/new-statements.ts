import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { z } from 'zod'
import type { Release } from './releases.ts'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** A statement of a migration that a release does not have. */
export interface NewStatement {
  /** The file, as `services/team/drizzle/0009_erasure.sql`. */
  readonly migration: string
  readonly statement: string
}

/** The statements of all migrations after a release's, in order, by folder. */
export async function newStatements(release: Release): Promise<readonly (readonly NewStatement[])[]> {
  const services = await readdir(join(workspaceRoot, 'services'))
  const folders = ['packages/service-kit', ...services.sort().map((name) => `services/${name}`)]
  return Promise.all(
    folders.map(async (folder) => {
      const last = release.lastMigrations[folder]
      const tags = await tagsOf(folder)
      if (last !== undefined && !tags.includes(last))
        throw new Error(`${folder} has no migration ${last}, which release ${release.version} has.`)
      const added = tags.slice(last === undefined ? 0 : tags.indexOf(last) + 1)
      const read = added.map(async (tag) => {
        const migration = `${folder}/drizzle/${tag}.sql`
        return statementsOf(migration, await readFile(join(workspaceRoot, migration), 'utf8'))
      })
      return (await Promise.all(read)).flat()
    }),
  )
}

async function tagsOf(folder: string): Promise<string[]> {
  const journal = await readFile(join(workspaceRoot, folder, 'drizzle', 'meta', '_journal.json'), 'utf8')
  return Journal.parse(JSON.parse(journal)).entries.map(({ tag }) => tag)
}

/** Statements end at Drizzle's marks, and at semicolons outside of functions' bodies. */
export function statementsOf(migration: string, sql: string): NewStatement[] {
  const parts = sql.split('--> statement-breakpoint').flatMap((part) => {
    const isWhole = /\$\w*\$/.test(part)
    return isWhole ? [part] : part.split(/;[ \t]*(?:\n|$)/)
  })
  return parts
    .map((part) =>
      part
        .replaceAll(/^\s*--.*$/gm, '')
        .trim()
        .replace(/;$/, ''),
    )
    .filter((statement) => statement !== '')
    .map((statement) => ({ migration, statement }))
}

const name = String.raw`(?:"public"\.)?"?(\w+)"?`
const created = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${name}`, 'i')
/** Of the table in its first group: harmless where the table is new. */
const onTable = [
  new RegExp(`^alter table (?:if exists )?(?:only )?${name}`, 'i'),
  new RegExp(`^create (?:unique )?index (?:if not exists )?\\S+ on (?:only )?${name}`, 'i'),
  new RegExp(`^(?:insert into|update|delete from|drop table) ${name}`, 'i'),
]
/** A row of a table of before could not be deleted any more while the new table refers to it. */
const reference = new RegExp(
  String.raw`foreign key \(.*?\) references ${name}.*?(on delete (?:cascade|set null)|$)`,
  'is',
)
/** What the code of before does not notice, whatever the table. */
const expanding = [
  created,
  new RegExp(`^create index (?:if not exists )?\\S+ on ${name}`, 'i'),
  new RegExp(
    String.raw`^alter table ${name} add column "\w+"(?!.*\b(?:not null|unique|primary key|references|check)\b)[^,]*$`,
    'is',
  ),
  // A constant default: the rows of before have it, and who does not name the column writes it.
  new RegExp(
    String.raw`^alter table ${name} add column "\w+" (?=.*\bdefault\b)(?!.*\b(?:unique|primary key|references|check)\b)[^,]*$`,
    'is',
  ),
  // How the rows of later are stored.
  new RegExp(String.raw`^alter table ${name} alter column "\w+" set storage \w+$`, 'i'),
  /^create (?:or replace )?function /i,
  /^create (?:or replace )?view /i,
]

/**
 * Those statements that a release beside the new schema may stumble over: each takes something
 * away, renames it, or demands something of rows that the release writes.
 */
export function notExpanding(statements: readonly NewStatement[]): NewStatement[] {
  const own = new Set(statements.flatMap(({ statement }) => created.exec(statement)?.[1] ?? []))
  return statements.filter(({ statement }) => {
    const table = onTable.flatMap((pattern) => pattern.exec(statement)?.[1] ?? [])[0]
    if (table !== undefined && own.has(table)) {
      const [, target = table, end] = reference.exec(statement) ?? []
      return !own.has(target) && end === ''
    }
    return !expanding.some((pattern) => pattern.test(statement))
  })
}
