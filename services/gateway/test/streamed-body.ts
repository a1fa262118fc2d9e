import { Readable } from 'node:stream'

/** A request whose body is sent part by part, without a length. */
export function streamedBody(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): RequestInit {
  return withDuplex({ method: 'POST', body: asBody(Readable.toWeb(Readable.from(parts))) })
}

/**
 * Safe because fetch takes any web stream; Node's declaration of it differs from the one that fetch
 * names.
 */
function asBody(stream: unknown): ReadableStream<Uint8Array> {
  return stream as ReadableStream<Uint8Array>
}

/**
 * Safe because Node's fetch demands `duplex` for streamed bodies, which its declared options leave
 * out.
 */
function withDuplex(init: RequestInit): RequestInit {
  return { ...init, duplex: 'half' } as RequestInit
}
