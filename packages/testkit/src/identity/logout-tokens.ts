import { serve } from '@portal/service-kit/http/serve'

/** Accepts back-channel logouts and records their tokens. */
export interface LogoutRecorder {
  readonly url: string
  readonly tokens: readonly string[]
  /** Answers the next one with 503, as a gateway does that restarts. */
  refuseNext(): void
  stop(): Promise<void>
}

/**
 * Listens on a free loopback port (OpenID Connect Back-Channel Logout 1.0 §2.5: a form with
 * `logout_token`, acknowledged with 200).
 */
export async function recordLogoutTokens(): Promise<LogoutRecorder> {
  const tokens: string[] = []
  let isRefusing = false
  const server = await serve(
    async (request) => {
      const form = new URLSearchParams(await request.text())
      const token = form.get('logout_token')
      if (token === null) return new Response(null, { status: 400 })
      tokens.push(token)
      const status = isRefusing ? 503 : 200
      isRefusing = false
      return new Response(null, { status })
    },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    url: `${server.url}/api/backchannel-logout`,
    tokens,
    refuseNext: () => {
      isRefusing = true
    },
    stop: () => server.stop(),
  }
}
