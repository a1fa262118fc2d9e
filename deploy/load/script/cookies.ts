import type { ResponseCookie } from 'k6/http'

export type KeptCookie = Pick<ResponseCookie, 'name' | 'value' | 'path'>

/**
 * The cookies of one browser for one origin. k6's own keep Secure cookies from plain http, where
 * browsers send them to localhost.
 */
export class Cookies {
  readonly #kept: Map<string, KeptCookie>

  constructor(kept: readonly KeptCookie[] = []) {
    this.#kept = new Map(kept.map((cookie) => [`${cookie.path} ${cookie.name}`, cookie]))
  }

  /** As it is handed from the preparation to the scenarios. */
  get kept(): readonly KeptCookie[] {
    return [...this.#kept.values()]
  }

  remember(received: Readonly<Record<string, readonly ResponseCookie[]>>): void {
    for (const { name, value, path: scope, expires } of Object.values(received).flat()) {
      const path = scope === '' ? '/' : scope
      const isOver = value === '' || (expires > 0 && expires < Date.now())
      if (isOver) this.#kept.delete(`${path} ${name}`)
      else this.#kept.set(`${path} ${name}`, { name, value, path })
    }
  }

  /** The header for this path; of one name the longest scope wins (RFC 6265 §5.4). */
  header(path: string): string {
    const matching = [...this.#kept.values()]
      .filter(
        ({ path: scope }) => path === scope || path.startsWith(scope.endsWith('/') ? scope : `${scope}/`),
      )
      .sort((a, b) => a.path.length - b.path.length)
    return [...new Map(matching.map(({ name, value }) => [name, `${name}=${value}`])).values()].join('; ')
  }
}
