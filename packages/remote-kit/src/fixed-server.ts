/** A fixed server's response to a request. `body` is the parsed JSON that was sent, else null. */
export type FixedResponse = (body: unknown, request: Request) => Response | Promise<Response>

export type FixedServer = ReturnType<typeof fixedServer>

/** A server for `TestPortal`: responds by `METHOD /path`, else with 404, and records requests. */
export function fixedServer(responses: Readonly<Record<string, FixedResponse>>) {
  let current = responses
  const log: { readonly call: string; readonly body: unknown; readonly headers: Headers }[] = []
  return {
    async respond(request: Request): Promise<Response> {
      const call = `${request.method} ${new URL(request.url).pathname}`
      const text = await request.clone().text()
      const isJson = request.headers.get('content-type') === 'application/json'
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : null
      log.push({ call, body, headers: request.headers })
      return (await current[call]?.(body, request)) ?? errorResponse(404, 'Not found')
    },
    /** The requests with this `METHOD /path`, in order. */
    requests: (call: string) => log.filter((each) => each.call === call),
    /** Replaces responses from now on. */
    now: (changed: typeof responses) => {
      current = { ...current, ...changed }
    },
  }
}

/** A file as services send one, with its `Content-Disposition`. */
export function fileResponse(disposition?: string): Response {
  return new Response('bytes', { headers: disposition ? { 'content-disposition': disposition } : {} })
}

/** A failure in the form that services send. */
export function errorResponse(status: number, message: string): Response {
  return Response.json({ message, code: 'test', requestId: 'request-1' }, { status })
}
