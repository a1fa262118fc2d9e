/** What a server under test says to one request. `body` is the parsed JSON that was sent, or null. */
export type FixedAnswer = (body: unknown, request: Request) => Response | Promise<Response>

/** One request that a fixed server got. */
export interface AskedRequest {
  readonly call: string
  readonly body: unknown
  readonly headers: Headers
}

/** A server for `TestPortal`: answers by `METHOD /path`, 404 else, and remembers what it was asked. */
export interface FixedServer {
  readonly answer: (request: Request) => Promise<Response>
  /** The requests with this `METHOD /path`, in order. */
  readonly asked: (call: string) => readonly AskedRequest[]
  /** Changes what is answered from now on. */
  readonly now: (answers: Readonly<Record<string, FixedAnswer>>) => void
}

/** Builds a fixed server. */
export function fixedServer(answers: Readonly<Record<string, FixedAnswer>>): FixedServer {
  let current = answers
  const log: AskedRequest[] = []
  return {
    async answer(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`
      const text = await request.clone().text()
      const body: unknown = text === '' ? null : JSON.parse(text)
      log.push({ call, body, headers: request.headers })
      return (await current[call]?.(body, request)) ?? errorAnswer(404, 'Not found')
    },
    asked: (call) => log.filter((each) => each.call === call),
    now: (changed) => {
      current = { ...current, ...changed }
    },
  }
}

/** A failure as services answer it. */
export function errorAnswer(status: number, message: string): Response {
  return Response.json({ message, code: 'test', requestId: 'request-1' }, { status })
}
