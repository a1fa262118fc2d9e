import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Embedder, EncodeOptions, TextInParts, TextKind } from '@portal/service-kit/ports/embedder'
import { unlessAborted } from '@portal/service-kit/unless-aborted'
import { portEnd } from '../workers/port-end.ts'
import { RestartingWorker } from '../workers/restarting-worker.ts'
import { serveOn } from '../workers/serve-requests.ts'

interface LentCall {
  readonly call: 'embed' | 'encode' | 'check'
  readonly texts: readonly (string | TextInParts)[]
  readonly kind: TextKind
  readonly isAwaited?: boolean
}

type AskedCall = LentCall & Pick<EncodeOptions, 'signal'>

/** An encoder for another thread: copied to it, but for `port`, which is transferred. */
export interface LentEmbedder {
  readonly port: MessagePort
  readonly model: string
  readonly dimensions: number
  readonly tokens: { readonly version: string; readonly tokenDimensions: number } | undefined
}

/**
 * Serves an encoder to another thread, since a process has one: its texts take their turns with
 * those of this thread. Once per thread; ends with it.
 */
export function lendEmbedder(embedder: Embedder): LentEmbedder {
  const { port1, port2 } = new MessageChannel()
  const { model, dimensions, tokens } = embedder
  // Safe: only `borrowEmbedder` has the other end.
  serveOn(port1, async ({ call, texts, kind, isAwaited = false }: LentCall) => {
    if (call === 'embed') return embedder.embed(texts as string[], kind, { isAwaited })
    if (call === 'encode') return tokens?.encode(texts as TextInParts[], kind, { isAwaited })
    return embedder.check()
  })
  port1.unref()
  const facts = tokens && { version: tokens.version, tokenDimensions: tokens.tokenDimensions }
  return { port: port2, model, dimensions, tokens: facts }
}

/**
 * The encoder that another thread lent. An abort rejects at once; what the encoder has been given
 * until then it encodes all the same.
 */
export function borrowEmbedder({ port, model, dimensions, tokens }: LentEmbedder): Embedder {
  const lender = new RestartingWorker<LentCall, never>('sentence encoder', () => portEnd(port))
  const ask = ({ signal, ...call }: AskedCall): Promise<never> => {
    signal?.throwIfAborted()
    return unlessAborted(lender.call(call), signal)
  }
  return {
    model,
    dimensions,
    embed: async (texts, kind, options) => ask({ call: 'embed', texts, kind, ...options }),
    tokens: tokens && {
      ...tokens,
      encode: async (texts, kind, options) => ask({ call: 'encode', texts, kind, ...options }),
    },
    check: async () => ask({ call: 'check', texts: [], kind: 'query' }),
    close: () => lender.close(),
  }
}
