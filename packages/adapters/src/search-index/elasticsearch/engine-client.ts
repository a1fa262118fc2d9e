import { Client } from '@elastic/elasticsearch'
import { ConfigError } from '@portal/service-kit/config'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { readEngineUrl } from '../../engine-url/engine-url.ts'
import { portError } from './engine-failure.ts'
import { type IndexNames, indexNames } from './index-names.ts'
import type { IndexSize } from './index-templates.ts'

/** Deadlines in milliseconds; searches stay within the service's own 8 s. */
const deadlines = { search: 4000, write: 30_000, maintenance: 120_000 } as const

/** The class of a call, which sets its deadline. */
export type Patience = keyof typeof deadlines

/** No retries here: the gateway repeats questions, jobs repeat writes. */
export interface CallOptions {
  readonly requestTimeout: number
  readonly maxRetries: 0
}

/** The engine's client with deadlines and the port's errors. */
export class EngineClient {
  readonly names: IndexNames
  readonly size: IndexSize
  readonly #client: Client
  #isClosed = false

  /** Reads `elasticsearch://user:password@host:port,…/<prefix>?shards=1`. Throws ConfigError. */
  constructor(url: string) {
    const address = readEngineUrl(url, {
      engine: 'elasticsearch',
      example: 'elasticsearch://<user>:<password>@<host>:<port>/<prefix>',
      settings: ['shards'],
    })
    const { hosts, isSecure, username, password } = address
    this.names = indexNames(address.path)
    this.size = { shards: readShards(address.settings.shards) }
    this.#client = new Client({
      nodes: hosts.map((host) => `${isSecure ? 'https' : 'http'}://${host}`),
      ...(username === '' ? {} : { auth: { username, password } }),
      maxRetries: 0,
    })
  }

  /** Runs calls within their deadline. Throws EngineUnavailable when the engine cannot serve. */
  async call<Result>(
    patience: Patience,
    work: (client: Client, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw new EngineUnavailable('The search index is closed.', 5)
    try {
      return await work(this.#client, { requestTimeout: deadlines[patience], maxRetries: 0 })
    } catch (error) {
      throw portError(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.close()
  }
}

function readShards(setting: string | undefined): number {
  const shards = Number(setting ?? 1)
  if (Number.isInteger(shards) && shards >= 1 && shards <= 64) return shards
  throw new ConfigError('The elasticsearch address needs a number of shards from 1 to 64.')
}
