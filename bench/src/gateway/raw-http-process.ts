import { createServer } from 'node:http'
import { listening } from './listening.ts'

// The reference of P1: the answer of the bare route, by node:http alone.
listening(
  createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ id: 1, name: 'Legal & Compliance' }))
  }),
)
