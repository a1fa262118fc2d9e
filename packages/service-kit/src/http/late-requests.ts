import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Refuse = (error: NodeJS.ErrnoException, socket: Socket) => void

/** Thousands of clients may be late at the same moment, and each takes a tenth of a millisecond. */
const refusedPerTurn = 16

/**
 * Reports requests that Node gives up, as its event `clientError`, but reads what has arrived
 * before: after a pause of the process Node looks at the clock first, and would answer 408 to
 * requests that wait complete in a socket's buffer. A connection on which nothing was ever sent is
 * closed without an answer, which its client could take for that of a request just sent.
 */
export function readBeforeRefusing(server: Server, refuse: Refuse): void {
  const requests = new WeakMap<Socket, number>()
  const requestsOf = (socket: Socket) => requests.get(socket) ?? 0
  const late = new Set<() => void>()
  const refuseSome = () => {
    let refused = 0
    for (const refuseOne of late) {
      if (refused === refusedPerTurn) return void setImmediate(refuseSome)
      refused += 1
      late.delete(refuseOne)
      refuseOne()
    }
  }
  server.prependListener('request', ({ socket }) => void requests.set(socket, requestsOf(socket) + 1))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return refuse(error, socket)
    const before = requestsOf(socket)
    // Timers come before sockets are read, immediates after.
    if (late.size === 0) setImmediate(refuseSome)
    late.add(() => {
      if (requestsOf(socket) !== before) return
      if (socket.bytesRead === 0) socket.destroy()
      else refuse(error, socket)
    })
  })
}

/** The status line of what Node could not read as a request. */
export function statusOfUnread({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}

/** Answers as Node does by itself, without a body. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else socket.end(`HTTP/1.1 ${statusOfUnread(error)}\r\nconnection: close\r\n\r\n`)
}
