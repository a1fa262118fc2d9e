import { Client } from '@elastic/elasticsearch'
import { ConfigError } from '@portal/service-kit/config'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { readEngineUrl } from '../../engine-url/engine-url.ts'
import { portError } from './engine-failure.ts'

const example = 'elasticsearch://<user>:<password>@<host>:<port>/<prefix>'

type Deadline = 'search' | 'write' | 'maintenance'

/** The engine's client with deadlines and the port's errors, and the names of our indices. */
export class EngineClient {
  /** Alias of the index of records: one per document and one per purged organization. */
  readonly records: string
  /** Alias of all generations of passages. */
  readonly passages: string
  readonly shards: number
  readonly #clients: Readonly<Record<Deadline, Client>>
  #isClosed = false

  /** Reads `elasticsearch://user:password@host:port,…/<prefix>?shards=1`. Throws ConfigError. */
  constructor(url: string) {
    const address = readEngineUrl(url, { engine: 'elasticsearch', example, settings: ['shards'] })
    const { hosts, isSecure, username, password, path: prefix } = address
    if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix)) {
      throw new ConfigError(
        `The elasticsearch address needs an index prefix of lower-case letters and digits as its path; use ${example}.`,
      )
    }
    this.records = `${prefix}-records`
    this.passages = `${prefix}-passages`
    this.shards = readShards(address.settings.shards)
    // No retries here: the gateway repeats questions, jobs repeat writes.
    const client = new Client({
      nodes: hosts.map((host) => `${isSecure ? 'https' : 'http'}://${host}`),
      ...(username === '' ? {} : { auth: { username, password } }),
      maxRetries: 0,
    })
    const within = (requestTimeout: number) => client.child({ requestTimeout })
    // Searches stay within the service's own 8 s.
    this.#clients = { search: within(4000), write: within(30_000), maintenance: within(120_000) }
  }

  /** The index of the passages of one generation. */
  generation({ key }: { readonly key: string }): string {
    return `${this.passages}-${key}`
  }

  /** Runs calls within a deadline each. Throws EngineUnavailable when the engine cannot serve. */
  async call<Result>(deadline: Deadline, work: (client: Client) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new EngineUnavailable('The search index is closed.', 5)
    try {
      return await work(this.#clients[deadline])
    } catch (error) {
      throw portError(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // All three share one pool of connections.
    await this.#clients.search.close()
  }
}

function readShards(setting: string | undefined): number {
  const shards = Number(setting ?? 1)
  if (Number.isInteger(shards) && shards >= 1 && shards <= 64) return shards
  throw new ConfigError('The elasticsearch address needs a number of shards from 1 to 64.')
}
