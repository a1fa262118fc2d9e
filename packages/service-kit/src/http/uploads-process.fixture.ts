import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { route } from '@portal/contracts/route'
import { z } from 'zod'
import { openDatabase } from '../database/open-database.ts'
import { createLogger } from '../logger.ts'
import { bindRoutes } from './bind-routes.ts'
import { serve } from './serve.ts'
import { Uploads } from './uploads.ts'

// A service with nothing but an upload and a text, in a process of its own, so that its memory can
// be watched. The passport header contains just the name of a person; `gone` has left when that is
// verified.
const api = {
  upload: route('POST', '/upload', {
    can: 'signed-in',
    summary: 'Counts bytes',
    form: z.object({}),
    returns: z.object({ bytes: z.number() }),
  }),
  write: route('POST', '/write', {
    can: 'signed-in',
    summary: 'Counts characters',
    body: z.object({ text: z.string() }),
    returns: z.object({ characters: z.number() }),
  }),
} as const
const sockets = new Set<Socket>()
subscribe('http.server.request.start', (message) => {
  sockets.add((message as { request: IncomingMessage }).request.socket)
})
const logged: string[] = []
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
const app = bindRoutes<typeof api, null>({
  service: 'documents',
  api,
  verbs: {
    upload: async (_, { file }) => ({ bytes: file.content.byteLength }),
    write: async (_, { body }) => ({ characters: body.text.length }),
  },
  database: openDatabase({ urls: { app: nowhere, platform: nowhere }, name: 'uploads' }),
  ports: null,
  log: createLogger({
    service: 'uploads',
    level: 'info',
    destination: { write: (line) => void logged.push(line) },
  }),
  verify: async (sub) => {
    // Not by `once`, which rejects at the error with which a connection is cut.
    for (const socket of sub === 'gone' ? sockets : [])
      await new Promise((closed) => socket.on('close', closed))
    return {
      ...{ sub, kind: 'person', org: 1, role: 'admin', departments: [], operator: false, sid: sub },
      ...{ exp: Date.now(), iss: 'portal-gateway', aud: ['documents'] },
    }
  },
  awaitSeen: () => Promise.resolve(),
  audit: { denied: () => Promise.resolve(), read: () => Promise.resolve() },
  uploads: new Uploads(10 * 1024 * 1024, {
    spoolFolder: process.argv[2] ?? '',
    freeBytesMin: 0,
    freeShareMin: 0,
  }),
})
const { url } = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
process.on('message', () => {
  const { arrayBuffers } = process.memoryUsage()
  globalThis.gc?.()
  const received = [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)
  process.send?.({
    uncollected: arrayBuffers,
    resident: process.memoryUsage().rss,
    peak: process.resourceUsage().maxRSS * 1024,
    received,
    logged,
  })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
