import type { Embedder, EncodeOptions, TextKind } from '@portal/service-kit/ports/embedder'

/** An encoder that says what it is given, whichever way, before it encodes it. */
export function notingEmbedder(
  embedder: Embedder,
  note: (texts: readonly string[], kind: TextKind, options?: EncodeOptions) => void,
): Embedder {
  const { tokens } = embedder
  return Object.assign(Object.create(embedder), {
    embed: (...given: Parameters<Embedder['embed']>) => {
      note(...given)
      return embedder.embed(...given)
    },
    tokens: tokens && {
      ...tokens,
      encode: (...given: Parameters<typeof tokens.encode>) => {
        note(
          given[0].map(({ text }) => text),
          given[1],
          given[2],
        )
        return tokens.encode(...given)
      },
    },
  } satisfies Partial<Embedder>)
}
