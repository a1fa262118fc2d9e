import { createClient, RequestError } from '@portal/contracts/client'
import { marketingApi, type RenderedSite } from '@portal/contracts/marketing'
import { passportHeader } from '@portal/contracts/passport'
import type { Logger } from '@portal/service-kit/logger'
import { ExpiringCache } from '../expiring-cache.ts'
import type { PassportMint } from '../proxy/passport-mint.ts'

/** Where public pages are rendered, and with which passport. */
export interface RenderedSitesOptions {
  readonly url: string
  readonly passports: Pick<PassportMint, 'forService'>
  readonly logger: Logger
}

/** How long a page waits for its HTML: the shell can show it without. */
const timeoutMs = 1500

/**
 * The public pages as HTML, by version of their remote, rendered by marketing. Read again every 15
 * s, since marketing may have restarted with other content; while it is away the last ones are
 * kept.
 */
export class RenderedSites {
  readonly #options: RenderedSitesOptions
  readonly #cache = new ExpiringCache<RenderedSite | null>({ maxAgeMs: 15_000, entriesMax: 8 })
  readonly #last = new Map<string, RenderedSite>()

  constructor(options: RenderedSitesOptions) {
    this.#options = options
  }

  /** The pages of a version; null if marketing has none, or has been away since the start. */
  read(version: string): Promise<RenderedSite | null> {
    return this.#cache.read(version, async () => {
      try {
        const site = await this.#request(version)
        if (site) this.#last.set(version, site)
        return site
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'The public pages could not be read as HTML')
        return this.#last.get(version) ?? null
      }
    })
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
