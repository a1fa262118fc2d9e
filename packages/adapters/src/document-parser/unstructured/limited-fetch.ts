import { parseError } from '../failure-messages.ts'

/**
 * A `fetch` that fails with `too_large_inside` beyond so many bytes: small files may expand a lot.
 */
export function limitedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const { body, status, headers } = await fetch(input, { ...init, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      // Leaving the loop cancels the body and the request.
      if (bytes > bytesMax) throw parseError('too_large_inside')
      chunks.push(chunk)
    }
    return new Response(Buffer.concat(chunks), { status, headers })
  }
}
