import type { MessagePort, Transferable } from 'node:worker_threads'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { borrowEmbedder, type LentEmbedder, lendEmbedder } from './lend-embedder.ts'
import { borrowIndex, type IndexWrites, lendIndex } from './lend-index.ts'

/** The engines of a service that one thread of it shares. */
export interface LentEngines {
  readonly embedder: LentEmbedder
  readonly index: MessagePort
}

/** Engines for one more thread: its `workerData`, and what of it is transferred. */
export function lendEngines({
  embedder,
  index,
}: {
  readonly embedder: Embedder
  readonly index: IndexWrites
}): {
  readonly data: LentEngines
  readonly moved: readonly Transferable[]
} {
  const data = { embedder: lendEmbedder(embedder), index: lendIndex(index) }
  return { data, moved: [data.embedder.port, data.index] }
}

/** In that thread: the engines as its service has them. */
export function borrowEngines({ embedder, index }: LentEngines) {
  return { embedder: borrowEmbedder(embedder), index: borrowIndex(index) }
}
