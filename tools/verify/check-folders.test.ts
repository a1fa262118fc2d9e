import { expect, it } from 'vitest'
import { folderCircles } from './check-folders.ts'

const kit = (file: string, ...imported: readonly string[]) => ({
  file: `packages/service-kit/src/${file}`,
  text: imported.map((path) => `import { it } from '${path}'\n`).join(''),
})

it('folders that stand on each other are in order', () => {
  expect(
    folderCircles([
      kit('inbox/receive.ts', '../outbox/emit.ts', '../database/open-database.ts'),
      kit('outbox/emit.ts', '../database/open-database.ts', '@portal/contracts/events'),
      kit('database/open-database.ts', './connection-slot.ts', '../logger.ts'),
    ]),
  ).toEqual([])
})

it('a circle is found over any number of folders, and each import that is part of it is named', () => {
  expect(
    folderCircles([
      kit('outbox/emit.ts', '../database/open-database.ts'),
      kit('database/open-database.ts', '../purge/deleted.ts'),
      kit('purge/deleted.ts', '../outbox/emit.ts'),
      kit('http/serve.ts', '../database/open-database.ts'),
    ]),
  ).toEqual([
    'packages/service-kit/src: outbox/emit.ts imports database/open-database.ts, and database leads back to outbox',
    'packages/service-kit/src: database/open-database.ts imports purge/deleted.ts, and purge leads back to database',
    'packages/service-kit/src: purge/deleted.ts imports outbox/emit.ts, and outbox leads back to purge',
  ])
})

it('an import of types alone counts too, and the features of a remote are folders of their own', () => {
  const remote = (file: string, imported: string) => ({
    file: `remotes/team/src/features/${file}`,
    text: `import type { It } from '${imported}'`,
  })
  expect(
    folderCircles([
      remote('users/row.tsx', '../people/name.ts'),
      remote('people/name.ts', '../users/row.tsx'),
    ]),
  ).toHaveLength(2)
})

it('files of the workspace that put its folders together make no circle', () => {
  expect(
    folderCircles([
      kit('context.ts', './database/open-database.ts'),
      kit('database/open-database.ts', '../context.ts'),
    ]),
  ).toEqual([])
})
