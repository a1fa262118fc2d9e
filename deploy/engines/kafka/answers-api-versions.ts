import { connect } from 'node:net'

// ApiVersions request v0: size, api key 18, version, correlation id (echoed), no client id.
const correlationId = 7
const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, correlationId, 0xff, 0xff])
const answersWithinMs = 2000

/** Whether the broker handles requests within this time; its port opens earlier. */
export function answersApiVersions(port: number, withinMs = answersWithinMs): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: withinMs })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk) => settle(chunk.length >= 8 && chunk.readInt32BE(4) === correlationId))
    socket.on('timeout', () => settle(false))
    socket.on('error', () => settle(false))
    socket.on('close', () => resolve(false))
  })
}
