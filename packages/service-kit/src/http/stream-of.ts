const end = { value: undefined, done: true } as const

/**
 * A stream of pieces of text or bytes. A reader who leaves ends the iterator, even before the first
 * piece was taken; a generator that has not begun would not run its clean-up.
 */
export function streamOf(pieces: AsyncIterator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const { value, done } = await pieces.next()
    return done ? end : { value: typeof value === 'string' ? Buffer.from(value) : value }
  }
  const leave = async () => {
    await pieces.return?.()
    return end
  }
  const content: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
  return ReadableStream.from(content)
}

/** The same, once the first piece is there: an error before it is not a broken stream. */
export async function streamOnceBegun(
  pieces: AsyncIterator<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<string | Uint8Array> | null = await pieces.next()
  const next = async () => {
    const piece = first ?? (await pieces.next())
    first = null
    return piece
  }
  return streamOf({ next, return: async () => (await pieces.return?.()) ?? end })
}
