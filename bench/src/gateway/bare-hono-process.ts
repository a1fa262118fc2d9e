import { serve } from '@portal/service-kit/http/serve'
import { Hono } from 'hono'

// Plain Hono on Node's server: the framework's share of P1.
const app = new Hono()
app.get('/bare', (c) => c.json({ id: 1, name: 'Legal & Compliance' }))
const { url } = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
process.send?.({ url: `${url}/bare` })
process.on('disconnect', () => process.exit(0))
