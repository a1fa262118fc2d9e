import { serve } from '@portal/service-kit/http/serve'
import { expect, it } from 'vitest'
import { openSearchIndex } from '../open-search-index.ts'

it.each([
  ['has never heard of it', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['takes anything', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
])(
  'a web server that stands where Elasticsearch should be and %s is told in one sentence',
  async (_, answer) => {
    const server = await serve(async () => answer(), { host: '127.0.0.1', port: 0 })
    const index = await openSearchIndex(`elasticsearch://user:secret@${new URL(server.url).host}/portal`)
    await expect(index.check()).rejects.toMatchObject({
      name: 'EngineUnavailable',
      message: 'What answers as Elasticsearch is not Elasticsearch.',
    })
    await index.close()
    await server.stop()
  },
)
