import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readBeforeRefusing, refuseUnread } from './late-requests.ts'

const headersTimeout = 200

async function listen(refuse = refuseUnread) {
  const server = createServer({ headersTimeout, connectionsCheckingInterval: 20 }, (_, outgoing) =>
    outgoing.end('served'),
  )
  readBeforeRefusing(server, refuse)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen.')
  return { server, port: address.port }
}

/** Connects, sends what it is given once the other thread is held up, and posts the answer. */
const clientThread = `
  const { parentPort, workerData: { port, text, isHeldUp, isSent } } = require('node:worker_threads')
  const socket = require('node:net').connect(port, '127.0.0.1')
  socket.once('connect', () => {
    Atomics.wait(isHeldUp, 0, 0)
    socket.end(text, () => {
      Atomics.store(isSent, 0, 1)
      Atomics.notify(isSent, 0)
    })
  })
  let answer = ''
  socket.setEncoding('latin1').on('data', (part) => { answer += part }).on('close', () => parentPort.postMessage(answer))
`

/** What is answered to a text that arrives while the process is held up past the time of a head. */
async function answerWhenHeldUp(text: string): Promise<string> {
  const { server, port } = await listen()
  const flag = () => new Int32Array(new SharedArrayBuffer(4))
  const [isHeldUp, isSent, never] = [flag(), flag(), flag()]
  server.once('connection', () => {
    Atomics.store(isHeldUp, 0, 1)
    Atomics.notify(isHeldUp, 0)
    Atomics.wait(isSent, 0, 0)
    Atomics.wait(never, 0, 0, 2 * headersTimeout)
  })
  const client = new Worker(clientThread, { eval: true, workerData: { port, text, isHeldUp, isSent } })
  const [answer] = await once(client, 'message')
  return answer
}

it('a request that arrived while the process was held up is served, not given up for the time that has passed', async () => {
  expect(await answerWhenHeldUp('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 .*served/s,
  )
})

it('half a head is given up', async () => {
  expect(await answerWhenHeldUp('GET / HTTP/1.1\r\nhost:')).toMatch(/^HTTP\/1\.1 4/)
})

it('half a head that nothing follows is answered with 408, and a connection on which nothing was sent with nothing', async () => {
  const { port } = await listen()
  const answerTo = async (text: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
  expect(await answerTo('GET / HTTP/1.1\r\nhost:')).toMatch(/^HTTP\/1\.1 408 /)
  expect(await answerTo('')).toBe('')
})

it('of many clients that are late at once a few are refused in each turn, so that others are served in between', async () => {
  const turns: number[] = [0]
  const { server, port } = await listen((_, socket) => {
    turns.push((turns.pop() ?? 0) + 1)
    socket.destroy()
  })
  // No head is late by itself here: the test says when, once all have sent theirs.
  server.headersTimeout = 600_000
  const accepted: Socket[] = []
  server.on('connection', (socket) => void accepted.push(socket))
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost:')
  await vi.waitFor(() => expect(accepted.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(200), 60_000)
  const count = () => {
    turns.push(0)
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  onTestFinished(() => clearImmediate(counting))
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  for (const socket of accepted) server.emit('clientError', late, socket)
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
  expect(turns.reduce((sum, each) => sum + each)).toBe(200)
  expect(Math.max(...turns)).toBeLessThan(50)
})
