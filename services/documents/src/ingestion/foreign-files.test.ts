import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { settled, startVersionsUnderTest } from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
beforeAll(async () => {
  portal = await startVersionsUnderTest()
})
afterAll(() => portal.stop())

/** Packages that ship the files of their own tests, which many programs have written. */
const require = createRequire(import.meta.url)
const manifests = [require.resolve('mammoth/package.json'), require.resolve('pdf-parse/package.json')]

async function fixturesOf(manifest: string): Promise<string[]> {
  const folder = join(dirname(manifest), 'test')
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => /\.(?:pdf|docx)$/.test(file)).map((file) => join(folder, file))
}
const fixtures = (await Promise.all(manifests.map(fixturesOf))).flat().toSorted()

const noText = expect.stringMatching(/^(?:The file contains no text|No text was found in this file)\. /)
/** What cannot be read, and why; the pictures are nothing else. */
const unreadable: Readonly<Record<string, unknown>> = {
  'empty.docx': noText,
  'external-picture.docx': noText,
  'tiny-picture.docx': noText,
  'tiny-picture-target-base-relative.docx': noText,
  '03-invalid.pdf': expect.stringMatching(/^The file is damaged and could not be read\. /),
}

it('there are as many as there were', () => expect(fixtures).toHaveLength(22))

it.each(fixtures.map((path) => [basename(path), path]))('%s', async (name, path) => {
  const { admin } = await portal.newOrganization()
  const file = new Blob([await readFile(path)])
  // Beside engines that start, a connection takes so long that it is asked to send it again.
  const document = await vi.waitFor(
    () => admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: name }),
    { timeout: 60_000, interval: 1000 },
  )
  const version = { id: document.currentVersion?.id ?? '', documentId: document.id }
  const { ingestion } = await settled(admin, version)
  const reason = unreadable[name]
  if (reason !== undefined) return expect(ingestion).toMatchObject({ state: 'failed', reason })
  expect(ingestion).toMatchObject({ state: 'ready', reason: null, unreadPages: [] })
  expect(ingestion.passages).toBeGreaterThan(0)
})
