import { serve } from '@portal/service-kit/http/serve'
import { expect, it } from 'vitest'
import { provisionElasticsearch } from './provision-elasticsearch.ts'

const headers = { 'x-elastic-product': 'Elasticsearch' }

/** Provisions an engine of this version with templates of that one. */
async function provisioning(version: string, templates: number) {
  const written: string[] = []
  const server = await serve(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') written.push(`${request.method} ${pathname}`)
      if (pathname === '/') return Response.json({ version: { number: version } }, { headers })
      const template = { name: 'portal', index_template: { index_patterns: [], version: templates } }
      return Response.json({ index_templates: [template] }, { headers })
    },
    { host: '127.0.0.1', port: 0 },
  )
  const url = `elasticsearch://user:secret@${new URL(server.url).host}/portal`
  const error: unknown = await provisionElasticsearch(url).then(
    () => null,
    (reason: unknown) => reason,
  )
  await server.stop()
  return { error, written }
}

it('what a newer release has provisioned, an older one leaves alone and says so', async () => {
  const { error, written } = await provisioning('9.4.3', 999)
  expect(error).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^Elasticsearch was provisioned by a newer release \(templates 999, here \d+\)\.$/,
    ),
  })
  expect(written).toEqual([])
})

it('an engine of another version gets nothing', async () => {
  const { error, written } = await provisioning('8.19.2', 1)
  expect(error).toMatchObject({ message: 'Elasticsearch has version 8.19.2, and version 9 is needed.' })
  expect(written).toEqual([])
})
