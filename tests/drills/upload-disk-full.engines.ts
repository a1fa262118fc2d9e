import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentsApi } from '@portal/contracts/documents'
import { service as documents } from '@portal/documents-service/service'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { expect, it } from 'vitest'
import { mountSmallDisk } from './small-disk.fixture.ts'

it('a disk that fills up while a file arrives refuses that upload with a sentence, keeps the others and takes uploads again once it has room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'small-spool-'))
  await using disk = await mountSmallDisk(folder, 4 * 1024 * 1024)
  const engines = await openDocumentEngines()
  const uploadDisk = { spoolFolder: folder, freeBytesMin: 0, freeShareMin: 0 }
  const under = await startUnderTest(documents, { ports: engines.ports, uploadDisk })
  try {
    const admin = under.as({ personId: 'p', organizationId: 1, role: 'admin' })
    const upload = (title: string, bytes: number) =>
      admin.call(documentsApi.uploadDocument, {
        form: { title },
        file: new Blob(['Badges are worn visibly. '.repeat(bytes / 25)]),
        fileName: 'badges.txt',
      })
    await upload('kept', 1000)
    await disk.fill(256 * 1024)
    await expect(upload('refused', 2_000_000)).rejects.toMatchObject({ status: 503, code: 'not_ready' })
    await upload('small', 1000)
    await disk.free()
    await upload('again', 2_000_000)
    const titles = (await admin.call(documentsApi.listDocuments, { query: {} })).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['again', 'kept', 'small'])
  } finally {
    await under.stop()
    await engines.close()
  }
  await disk[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
}, 120_000)
