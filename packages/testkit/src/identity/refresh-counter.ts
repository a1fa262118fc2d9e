import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A proxy before an identity provider that counts token refreshes. */
export interface RefreshCounter extends AsyncDisposable {
  readonly origin: string
  readonly count: () => number
  /** Holds refreshes back, as a slow provider would, until the returned function is called. */
  readonly hold: () => () => void
  /** Breaks off the answer to the next refresh, once the provider has given it. */
  readonly loseNext: () => void
  /** Refuses connections until the returned function is called. */
  readonly leave: () => Promise<() => Promise<void>>
}

/** Starts it on loopback; `provider` is called with each request. */
export async function startRefreshCounter(provider: () => string): Promise<RefreshCounter> {
  const state = { count: 0, held: Promise.resolve(), losesNext: false }
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const isRefresh = new URLSearchParams(body.toString()).get('grant_type') === 'refresh_token'
    const isLost = isRefresh && state.losesNext
    if (isRefresh) {
      state.count += 1
      state.losesNext = false
      await state.held
    }
    const { method = 'GET', headers, url } = incoming
    const onward = request(new URL(url ?? '/', provider()), { method, headers }, (answer) => {
      if (isLost) {
        outgoing.destroy()
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    onward.end(body)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The counter is not listening.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    count: () => state.count,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.held = promise
      return resolve
    },
    leave: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      return () => new Promise<void>((resolve) => server.listen(address.port, '127.0.0.1', resolve))
    },
    loseNext: () => {
      state.losesNext = true
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
