import type { Client, RequestOptions } from './client.ts'
import { type EventSchemas, type Route, type RouteCall, type RouteEvent, routeUrl } from './route.ts'

/**
 * Calls a route of server-sent events and yields them, parsed by its schemas; those that it does
 * not know yet are left out. Ends with the response; rejects with RequestError unless OK, and when
 * the connection breaks. Leaving the iteration ends the request.
 */
export async function* followRoute<R extends Route & { readonly events: EventSchemas }>(
  client: Pick<Client, 'request'>,
  { route, input }: { readonly route: R; readonly input: RouteCall<R> },
  options?: RequestOptions,
): AsyncGenerator<RouteEvent<R>> {
  const { params, body } = input as { params?: Readonly<Record<string, unknown>>; body?: unknown }
  const { method, isRepeatable } = route
  const response = await client.request(method, routeUrl(route, params), body, { ...options, isRepeatable })
  for await (const { id, event, data } of readEvents(response)) {
    const schema = route.events[event]
    if (schema) yield { id: Number(id), event, data: schema.parse(JSON.parse(data)) } as RouteEvent<R>
  }
}

/** A server-sent event as it arrived. */
export interface ReceivedEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * The events of a `text/event-stream` response, as
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream has it:
 * any of the three line ends, comments skipped, an event without its blank line dropped. Rejects
 * when the connection breaks.
 */
export async function* readEvents(response: Response): AsyncGenerator<ReceivedEvent> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') data.push(value)
    if (name === 'event') event = value
    if (name === 'id' && !value.includes('\0')) id = value
  }
}

/** Whole lines; a carriage return at the end of a chunk may belong to the next one's line feed. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const isHeld = !done && pending.endsWith('\r')
      const lines = (isHeld ? pending.slice(0, -1) : pending).split(/\r\n|\n|\r/)
      pending = `${lines.pop() ?? ''}${isHeld ? '\r' : ''}`
      yield* lines
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
