/**
 * A fetch that behaves like browser navigation: keeps cookies, accepts pages, sends its origin with
 * writes. Redirects are not followed: `redirect` is always `manual`.
 */
export interface CookieFetch {
  (address: string | URL, init?: RequestInit): Promise<Response>
  /** Name and value of each cookie that would be sent to this address. */
  cookiesFor(address: string | URL): ReadonlyMap<string, string>
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/**
 * An empty jar for one origin; addresses may be its paths. Secure cookies are sent over loopback
 * http, as Chromium and Firefox do. `fetchBy` sends the requests.
 */
export function cookieFetch(origin: string, fetchBy: typeof fetch = fetch): CookieFetch {
  const jar = new Map<string, Cookie>()
  const cookiesFor = (address: string | URL) => {
    const { pathname, origin: target } = new URL(address, origin)
    if (target !== new URL(origin).origin) return new Map<string, string>()
    // The longest path comes last and wins (RFC 6265 §5.4).
    const matching = [...jar.values()]
      .filter(({ path }) => isWithin(pathname, path))
      .sort((a, b) => a.path.length - b.path.length)
    return new Map(matching.map(({ name, value }) => [name, value]))
  }
  const send = async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address, origin)
    const headers = new Headers(init.headers)
    const isWrite = init.method !== undefined && !['GET', 'HEAD'].includes(init.method)
    if (isWrite && !headers.has('origin')) headers.set('origin', new URL(origin).origin)
    if (!headers.has('accept')) headers.set('accept', 'text/html,application/json;q=0.9,*/*;q=0.8')
    const cookies = [...cookiesFor(url)].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await fetchBy(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) remember(jar, line)
    return response
  }
  return Object.assign(send, { cookiesFor })
}

function remember(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(pair.indexOf('=') + 1)
  const attribute = (wanted: string) =>
    attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
  const path = attribute('path') ?? '/'
  const expires = attribute('expires')
  const isOver =
    attribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() <= Date.now())
  if (isOver) jar.delete(`${path} ${name}`)
  else jar.set(`${path} ${name}`, { name, value, path })
}

function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}
