import type { TestPage } from '@portal/testkit/browser'

type Prepare = (page: TestPage) => Promise<unknown>

/** Requests to these addresses get no response: what a person sees while they wait. */
export function held(address: RegExp): Prepare {
  return (page) => page.route(address, () => undefined)
}

/** Requests to these addresses fail, in the words of a service that is away. */
export function refused(address: RegExp, status = 503): Prepare {
  const code = status === 404 ? 'not_found' : 'upstream_unavailable'
  const body = { message: 'Try again in a moment.', code, requestId: '019ac1d2-7b1e-7c55-9a4f-3c2f7d1e9b60' }
  return (page) => page.route(address, (route) => route.fulfill({ status, json: body }))
}

/** The server's own response, changed: states that its data would have on another day. */
export function changed<T>(address: RegExp, change: (body: T) => unknown): Prepare {
  return (page) =>
    page.route(address, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const json = change((await response.json()) as T)
      const total = Array.isArray(json) ? { 'x-total-count': String(json.length) } : {}
      return route.fulfill({ response, headers: { ...response.headers(), ...total }, json })
    })
}

/** Nothing is there yet. */
export const emptied = (address: RegExp): Prepare => changed(address, () => [])
