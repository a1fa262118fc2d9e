const end = { value: undefined, done: true } as const

/**
 * Pieces of text or bytes as a stream. A reader who leaves ends them, even before the first one was
 * taken: around a generator this does not hold, since one that was never begun ends nothing.
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

/** The same once the first piece is there: what fails before is no broken stream. */
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
