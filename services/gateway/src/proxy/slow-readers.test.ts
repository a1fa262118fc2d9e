import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { openBareProxy } from '../../test/bare-proxy.ts'
import { type FixedService, startFixedService } from '../../test/fixed-service.ts'
import { openSocket } from '../../test/raw-request.ts'
import { ResponseReader, SlowReaders } from './slow-readers.ts'

const patience = { timeout: 60_000, interval: 50 }
const megabyte = 1024 * 1024
const fileBytes = 64 * megabyte

/** A service that sends a large file as fast as it is taken. */
function startFileService(): Promise<FixedService> {
  return startFixedService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': fileBytes })
    const piece = Buffer.alloc(megabyte, 'x')
    let left = fileBytes
    const send = () => {
      while (left > 0) {
        left -= piece.length
        if (!outgoing.write(piece)) return void outgoing.once('drain', send)
      }
      outgoing.end()
    }
    send()
  })
}

/** Asks for the file, and takes nothing of it. */
async function openReader(port: number): Promise<Socket> {
  const socket = await openSocket(port)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

/** Takes a little of what arrives, again and again. */
function trickle(socket: Socket, everyMs: number): () => void {
  const timer = setInterval(() => socket.read(1024), everyMs)
  return () => clearInterval(timer)
}

const openUpstream = (service: FixedService, count: number) =>
  vi.waitFor(() => expect(service.open.size).toBe(count), patience)

it('a client that takes nothing of its response is cut, and its place upstream is free again', async () => {
  await using service = await startFileService()
  await using proxy = await openBareProxy(service.url, { concurrency: 1, readers: { idleMs: 3000 } })
  const reader = await openReader(proxy.port)
  await openUpstream(service, 1)
  expect((await fetch(proxy.url)).status).toBe(503)
  await openUpstream(service, 0)
  const whole = await fetch(proxy.url)
  expect((await whole.arrayBuffer()).byteLength).toBe(fileBytes)
  reader.destroy()
}, 240_000)

it('a client that trickles is cut at the least rate', async () => {
  await using service = await startFileService()
  await using proxy = await openBareProxy(service.url, {
    readers: { idleMs: 120_000, graceMs: 1000, bytesPerSecondMin: 100 * megabyte },
  })
  const reader = await openReader(proxy.port)
  const stop = trickle(reader, 100)
  await openUpstream(service, 1)
  await openUpstream(service, 0)
  stop()
  reader.destroy()
}, 240_000)

it('time in which the service is waited for does not count against its reader', async () => {
  const patient = Promise.withResolvers<() => void>()
  await using service = await startFixedService((_, outgoing) => {
    outgoing.write('first')
    patient.resolve(() => outgoing.end('last'))
  })
  await using proxy = await openBareProxy(service.url, {
    readers: { idleMs: 500, graceMs: 100, bytesPerSecondMin: megabyte },
  })
  const response = await fetch(proxy.url)
  const end = await patient.promise
  // Longer than the least pause that is looked at; the proxy itself gives up after a second.
  await new Promise((resolve) => setTimeout(resolve, 700))
  end()
  expect(await response.text()).toBe('firstlast')
})

it('when more than so many are waited for, the slowest gives way, and quick ones never do', () => {
  vi.useFakeTimers()
  const cut: string[] = []
  const readers = new SlowReaders({ idleMs: 120_000, graceMs: 120_000, waitingMax: 2 })
  const open = (name: string, bytes: number) => {
    const reader = new ResponseReader(() => cut.push(name))
    reader.bytes = bytes
    readers.waits(reader)
    return reader
  }
  try {
    for (const [name, bytes] of Object.entries({ steady: 9 * megabyte, slowest: 1, slow: megabyte }))
      open(name, bytes)
    vi.advanceTimersByTime(1500)
    expect(cut).toEqual([])
    vi.advanceTimersByTime(2000)
    expect(cut).toEqual(['slowest'])
    // Each of these is waited for only for a moment, as every download is.
    for (let moment = 0; moment < 20; moment += 1) {
      const quick = open('quick', 0)
      vi.advanceTimersByTime(1000)
      readers.goesOn(quick)
    }
    expect(cut).not.toContain('quick')
  } finally {
    vi.useRealTimers()
  }
})
