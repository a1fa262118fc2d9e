import { createClient, RequestError } from '@portal/contracts/client'
import { marketingApi, type RenderedSite } from '@portal/contracts/marketing'
import { passportHeader } from '@portal/contracts/passport'
import type { Logger } from '@portal/service-kit/logger'
import { sleep } from '@portal/service-kit/sleep'
import { ExpiringCache } from '../expiring-cache.ts'
import type { PassportMint } from '../proxy/passport-mint.ts'

/** Where public pages are rendered, and with which passport. */
export interface RenderedSitesOptions {
  readonly url: string
  readonly passports: Pick<PassportMint, 'forService'>
  readonly logger: Logger
}

/** How long a page waits for its HTML: the shell can show it without. */
const waitMs = 1500
/** How long marketing may take, which renders all pages once: longer than a page waits for it. */
const timeoutMs = 30_000

/**
 * The public pages as HTML, by version of their remote, rendered by marketing. Read again every 15
 * s, since marketing may have restarted with other content; meanwhile, and while it is away, the
 * last ones are used.
 */
export class RenderedSites {
  readonly #options: RenderedSitesOptions
  readonly #cache = new ExpiringCache<RenderedSite | null>({ maxAgeMs: 15_000, entriesMax: 8 })
  readonly #last = new Map<string, RenderedSite>()

  constructor(options: RenderedSitesOptions) {
    this.#options = options
  }

  /** The pages of a version; null if marketing has none, or has not sent them yet. */
  async read(version: string): Promise<RenderedSite | null> {
    const reading = this.#cache.read(version, () => this.#readAgain(version))
    const last = this.#last.get(version)
    if (last) return last
    const waited = new AbortController()
    const nothing = sleep(waitMs, waited.signal).then(() => null)
    return Promise.race([reading, nothing]).finally(() => waited.abort())
  }

  async #readAgain(version: string): Promise<RenderedSite | null> {
    try {
      const site = await this.#request(version)
      if (site) this.#last.set(version, site)
      else this.#last.delete(version)
      return site
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'The public pages could not be read as HTML')
      return null
    }
  }

  async #request(version: string): Promise<RenderedSite | null> {
    const passport = await this.#options.passports.forService('marketing')
    const client = createClient({
      baseUrl: this.#options.url.replace(/\/$/, ''),
      headers: () => ({ [passportHeader]: passport }),
    })
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      return await client.call(marketingApi.readRenderedSite, { params: { version } }, { signal })
    } catch (error) {
      if (error instanceof RequestError && [400, 404].includes(error.status)) return null
      throw error
    }
  }
}
