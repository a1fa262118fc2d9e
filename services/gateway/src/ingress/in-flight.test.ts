import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { openSocket } from '../../test/raw-request.ts'
import { CountedRequest, InFlight } from './in-flight.ts'

it('counts requests from the end of their body to the end of their response', async () => {
  const inFlight = new InFlight(1)
  const running: { incoming: IncomingMessage; outgoing: ServerResponse }[] = []
  const server = createServer((incoming, outgoing) => {
    try {
      inFlight.enter('ada', new CountedRequest(incoming, outgoing))
      running.push({ incoming, outgoing })
      if (incoming.method === 'POST') incoming.resume()
    } catch {
      outgoing.writeHead(429).end()
    }
  })
  const port = await findFreePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${port}`
  const slow = await openSocket(port)
  slow.write(`POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 4\r\n\r\nab`)
  await eventually(() => expect(running).toHaveLength(1))
  const second = fetch(url)
  await eventually(() => expect(running).toHaveLength(2))
  expect((await fetch(url)).status).toBe(429)
  expect(running).toHaveLength(2)
  running[1]?.outgoing.end()
  expect((await second).status).toBe(200)
  slow.write('cd')
  await eventually(() => expect(running[0]?.incoming.complete).toBe(true))
  expect((await fetch(url)).status).toBe(429)
  running[0]?.outgoing.end()
  slow.destroy()
  server.closeAllConnections()
  server.close()
})

it('a request that several limits count leaves all of them when it ends', () => {
  const limits = [new InFlight(1), new InFlight(1)]
  const begin = () => {
    const incoming = new IncomingMessage(new Socket())
    const outgoing = new ServerResponse(incoming)
    const counted = new CountedRequest(incoming, outgoing)
    return { outgoing, enter: () => limits.map((limit) => limit.enter('ada', counted)) }
  }
  const [first, second] = [begin(), begin()]
  first.enter()
  expect(second.enter).toThrow('Too many requests at once')
  first.outgoing.emit('close')
  second.enter()
  expect(begin().enter).toThrow('Too many requests at once')
})
