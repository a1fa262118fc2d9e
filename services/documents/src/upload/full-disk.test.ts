import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { temporaryUploadDisk, type UploadDisk } from '@portal/service-kit/http/uploads'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { service as documents } from '../service.ts'

let engines: DocumentEngines
beforeAll(async () => {
  engines = await openDocumentEngines()
})
afterAll(() => engines.close())

it.each<[string, UploadDisk]>([
  ['nearly full', { ...temporaryUploadDisk, freeBytesMin: Number.MAX_VALUE, freeShareMin: 1 }],
  ['unusable', { ...temporaryUploadDisk, spoolFolder: '/dev/null/spool' }],
])(
  'on a disk that is %s uploads answer 503 with a sentence, the service is not ready and says why, and reading goes on',
  async (_, uploadDisk) => {
    const under = await startUnderTest(documents, { ports: engines.ports, uploadDisk })
    try {
      const actor = { personId: 'p', organizationId: 1, role: 'admin' } as const
      const body = new FormData()
      body.set('file', new File(['Badges are worn visibly.'], 'badges.txt'))
      const headers = { [passportHeader]: await under.office.person(actor, ['documents']) }
      const post = new Request('http://service/api/documents', { method: 'POST', headers, body })
      const refused = await under.service.fetch(post)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
      const sentence = expect.stringContaining('There is no room for uploads at the moment.')
      expect(await refused.json()).toMatchObject({ code: 'not_ready', message: sentence })

      const ready = await under.service.fetch(new Request('http://service/readyz'))
      expect(ready.status).toBe(503)
      expect(await ready.json()).toMatchObject({ state: 'unavailable', detail: sentence })
      expect(await under.as(actor).call(documentsApi.listDocuments, { query: {} })).toEqual([])
    } finally {
      await under.stop()
    }
  },
)
