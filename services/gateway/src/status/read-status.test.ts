import { createServer } from 'node:http'
import { health } from '@portal/service-kit/http/health'
import { serve } from '@portal/service-kit/http/serve'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { afterEach, describe, expect, it } from 'vitest'
import { readStatus } from './read-status.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const works = { check: () => Promise.resolve() }
const fails = (error: Error) => ({ check: () => Promise.reject(error) })
const hangs = { check: () => Promise.withResolvers<void>().promise }

/** A service that is ready, with these engines behind its ports. */
async function serviceWith(ports: object): Promise<string> {
  const app = health({ version: '1', check: works.check, isStopping: () => false, ports })
  const server = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
  closing.push(() => server.stop())
  return server.url
}

function statusOf(services: Record<string, string>, ownEngines: object = {}) {
  return readStatus({
    services,
    ownEngines,
    remotes: () => Promise.resolve([]),
    remoteStore: { directory: '/nowhere', keys: new Map(), contract: '1.0' },
    own: { version: '1', check: works.check },
  })
}

describe('the status of the portal', () => {
  it('names the engine that is away and why, while the service that uses it stays ready', async () => {
    const url = await serviceWith({
      blobs: works,
      index: fails(new EngineUnavailable('The search engine refuses writes: its disk is full.', 5)),
      text: { nothing: 'to check' },
    })
    const { state, parts } = await statusOf({ documents: url }, { events: works })
    expect(state).toBe('unavailable')
    expect(parts.map((part) => [part.name, part.kind, part.state, part.detail])).toEqual([
      ['gateway', 'service', 'ready', null],
      ['documents', 'service', 'ready', null],
      ['events', 'engine', 'ready', null],
      ['documents blobs', 'engine', 'ready', null],
      ['documents index', 'engine', 'unavailable', 'The search engine refuses writes: its disk is full.'],
    ])
  })

  it('shows no internal message of an engine, and does not wait for one that hangs', async () => {
    const url = await serviceWith({
      blobs: fails(new Error('connect ECONNREFUSED 10.0.0.7:9000 as key AKIA')),
      index: hangs,
    })
    const { parts } = await statusOf({ documents: url })
    expect(parts.slice(2).map((part) => part.detail)).toEqual([
      'It does not answer.',
      'It does not answer in time.',
    ])
  })

  it('says of a service that does not answer that it does not, and nothing of its engines', async () => {
    const server = createServer((_, response) => response.destroy()).listen(0, '127.0.0.1')
    closing.push(async () => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { parts } = await statusOf({ documents: `http://127.0.0.1:${port}` })
    expect(parts.map((part) => [part.name, part.state])).toEqual([
      ['gateway', 'ready'],
      ['documents', 'unavailable'],
    ])
  })
})
