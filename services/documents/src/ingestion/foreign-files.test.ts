import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentsApi } from '@portal/contracts/documents'
import { refusalOf, settled, startVersionsUnderTest } from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
beforeAll(async () => {
  portal = await startVersionsUnderTest()
})
afterAll(() => portal.stop())

/** Packages that ship the files of their own tests, which were made by many programs. */
const packages = ['mammoth', 'pdf-parse']
const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

async function fixturesOf(name: string) {
  const folder = join(folderOf(name), 'test')
  const names = await readdir(folder, { recursive: true })
  return names.filter((each) => /\.(?:pdf|docx)$/.test(each)).map((each) => join(folder, each))
}
const fixtures = (await Promise.all(packages.map(fixturesOf))).flat().toSorted()

it.each(fixtures.map((path) => [basename(path), path]))('%s', async (name, path) => {
  const { admin } = await portal.newOrganization()
  const file = new Blob([await readFile(path)])
  const upload = admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: name })
  const refused = await refusalOf(upload)
  if (refused.status !== 0) return console.log('ROW', name, refused)
  const document = await upload
  const version = { id: document.currentVersion?.id ?? '', documentId: document.id }
  const { ingestion } = await settled(admin, version)
  console.log('ROW', name, ingestion)
  expect(1).toBe(1)
})
