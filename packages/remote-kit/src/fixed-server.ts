/**
 * The response of a fixed server to a request. `body` is the parsed JSON that was sent, or null.
 */
export type FixedResponse = (body: unknown, request: Request) => Response | Promise<Response>

/** One request that a fixed server received. */
export interface RecordedRequest {
  readonly call: string
  readonly body: unknown
  readonly headers: Headers
}

/** A server for `TestPortal`: responds by `METHOD /path`, else with 404, and records requests. */
export interface FixedServer {
  readonly respond: (request: Request) => Promise<Response>
  /** The requests with this `METHOD /path`, in order. */
  readonly requests: (call: string) => readonly RecordedRequest[]
  /** Replaces responses from now on. */
  readonly now: (responses: Readonly<Record<string, FixedResponse>>) => void
}

/** Builds a fixed server. */
export function fixedServer(responses: Readonly<Record<string, FixedResponse>>): FixedServer {
  let current = responses
  const log: RecordedRequest[] = []
  return {
    async respond(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`
      const text = await request.clone().text()
      const body: unknown = text === '' ? null : JSON.parse(text)
      log.push({ call, body, headers: request.headers })
      return (await current[call]?.(body, request)) ?? errorResponse(404, 'Not found')
    },
    requests: (call) => log.filter((each) => each.call === call),
    now: (changed) => {
      current = { ...current, ...changed }
    },
  }
}

/** A failure in the form that services send. */
export function errorResponse(status: number, message: string): Response {
  return Response.json({ message, code: 'test', requestId: 'request-1' }, { status })
}
