import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Sends bytes to a port and answers with everything that comes back until the other side closes or
 * `until` is seen.
 */
export async function rawRequest(port: number, text: string, until?: string): Promise<string> {
  const socket = await openSocket(port)
  socket.write(text)
  return readUntil(socket, until)
}

/** A connected socket. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Reads until the text appears or the connection ends. */
export async function readUntil(socket: Socket, until?: string): Promise<string> {
  let received = ''
  return new Promise((resolve) => {
    const finish = () => {
      socket.destroy()
      resolve(received)
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (until !== undefined && received.includes(until)) finish()
    })
    socket.on('close', finish).on('error', finish)
  })
}
