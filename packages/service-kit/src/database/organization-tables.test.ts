import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import postgres from 'postgres'
import { describe, expect, it, test } from 'vitest'
import { migrate } from './migrate.ts'
import { inDeletionOrder } from './organization-tables.ts'

const strict = (from: string, to: string) => ({ from, to, isStrict: true })
const lax = (from: string, to: string) => ({ from, to, isStrict: false })

describe('the order in which tables are emptied', () => {
  it('puts what refers before what it refers to', () => {
    const references = [
      strict('versions', 'documents'),
      strict('passages', 'versions'),
      lax('texts', 'versions'),
    ]
    expect(inDeletionOrder(['documents', 'passages', 'texts', 'versions'], references)).toEqual([
      'passages',
      'texts',
      'versions',
      'documents',
    ])
  })

  it('breaks a circle where a reference cascades or sets null, also to the same table', () => {
    const references = [
      strict('versions', 'documents'),
      lax('documents', 'versions'),
      lax('versions', 'versions'),
    ]
    expect(inDeletionOrder(['documents', 'versions'], references)).toEqual(['versions', 'documents'])
  })

  it('refuses a circle of strict references, and one to the same table', () => {
    const circle = [strict('a', 'b'), strict('b', 'a')]
    expect(() => inDeletionOrder(['a', 'b'], circle)).toThrow(/tables a, b refer to each other in a circle/)
    expect(() => inDeletionOrder(['a'], [strict('a', 'a')])).toThrow(/in a circle/)
  })
})

test('a service whose tables could not be purged does not start', async () => {
  await using database = await createTestDatabase(notesMigrations)
  const owner = postgres(database.urls.owner, { max: 1, onnotice: () => undefined })
  await owner.unsafe(
    'alter table notes add column parent uuid, add foreign key (organization_id, parent) references notes (organization_id, id)',
  )
  await owner.end()
  await expect(migrate(database.urls, notesMigrations)).rejects.toThrow(
    /notes refer to each other in a circle/,
  )
})
