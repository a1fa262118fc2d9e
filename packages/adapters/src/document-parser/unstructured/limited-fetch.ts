import { parseError } from '../failure-messages.ts'

/** A `fetch` whose answers end with `too_large_inside` beyond so many bytes: a small file may hold very much. */
export function limitedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const { body, status, headers } = await fetch(input, { ...init, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      // Leaving the loop cancels the body, which ends the request.
      if (bytes > bytesMax) throw parseError('too_large_inside')
      chunks.push(chunk)
    }
    return new Response(Buffer.concat(chunks), { status, headers })
  }
}
