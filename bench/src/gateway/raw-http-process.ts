import { createServer } from 'node:http'
import { listening } from './listening.ts'

// P1's reference: the bare route's response from plain node:http.
listening(
  createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ id: 1, name: 'Legal & Compliance' }))
  }),
)
