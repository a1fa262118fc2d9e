import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { processNames } from '../standalone/topology.ts'
import { partsOf } from './run-watched.ts'
import { watchSavedFiles } from './saved-files.ts'

it.each([
  ['services/chat/src/service.ts', ['chat']],
  ['services/documents/drizzle/0001_more.sql', ['documents']],
  ['services/identity/src/config.ts', ['identity']],
  ['packages/contracts/src/chat.ts', processNames],
  ['remotes/chat/src/remote.ts', []],
])('saving %s restarts what it is part of and nothing else', (file, parts) => {
  expect(partsOf(file)).toEqual(parts)
})

const patience = { timeout: 25_000, interval: 300 }

it('reports saved files, also in new folders, but no tests', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-saved-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'src'))
  const saved = new Set<string>()
  const watcher = watchSavedFiles({
    root,
    folders: ['src'],
    onSaved: (files) => {
      for (const file of files) saved.add(file)
    },
  })
  onTestFinished(() => watcher.close())
  await mkdir(join(root, 'src', 'verbs'))
  const save = async (file: string) => {
    // Save repeatedly: watching a new folder starts shortly after the folder is created.
    await writeFile(join(root, file), `// ${crypto.randomUUID()}`)
    expect([...saved]).toContain(file)
  }
  await writeFile(join(root, 'src', 'service.test.ts'), '// a test')
  await vi.waitFor(() => save('src/service.ts'), patience)
  await vi.waitFor(() => save('src/verbs/create.ts'), patience)
  expect([...saved].sort()).toEqual(['src/service.ts', 'src/verbs/create.ts'])
})
