import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPortalFile, writePortalFile } from './portal-file.ts'

let dataFolder: string
let file: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'portal-file-'))
  file = join(dataFolder, 'portal.json')
})
afterEach(() => rm(dataFolder, { recursive: true }))

const login = { username: 'ines', password: 'p', role: 'admin', organization: 'Halden Medical' }
const content = { address: 'http://localhost:4800', logins: [login] }

it('before the first start there is nothing to read', async () => {
  expect(await readPortalFile(dataFolder)).toBeNull()
})

it('reads what the last start wrote, in a file for its owner alone', async () => {
  await writePortalFile(dataFolder, content)
  expect(await readPortalFile(dataFolder)).toEqual(content)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('a file that cannot be read stops the start: it is no first start', async () => {
  await mkdir(file)
  await expect(readPortalFile(dataFolder)).rejects.toThrow(`${file} cannot be read (EISDIR`)
})

it.each([
  ['torn', '{"address":"http://loc'],
  ['empty', ''],
  ['of another shape', '{"address":4800}'],
])('a file that is %s stops the start with what to do', async (_, text) => {
  await writeFile(file, text)
  await expect(readPortalFile(dataFolder)).rejects.toThrow(
    `${file} does not hold what the portal wrote there. Restore it, or start afresh with --reset`,
  )
})
