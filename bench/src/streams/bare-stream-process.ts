import { serve } from '@portal/service-kit/http/serve'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { reportMemory } from './report-memory.ts'

// A stream of Hono's own: one event, then it is open until its reader leaves.
const app = new Hono()
app.post('/api/chat/stream', (c) =>
  streamSSE(c, async (stream) => {
    await stream.writeSSE({ id: '1', event: 'text', data: JSON.stringify({ content: 'Kept.' }) })
    const left = Promise.withResolvers<void>()
    stream.onAbort(() => left.resolve())
    await left.promise
  }),
)
const { url } = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
reportMemory({ url, passport: '' })
