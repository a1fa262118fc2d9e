import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { type DocumentPart, PassageParts, partsOf } from '../search-index/passage-parts.ts'
import { portEnd } from '../workers/port-end.ts'
import { RestartingWorker } from '../workers/restarting-worker.ts'
import { serveOn } from '../workers/serve-requests.ts'

/** What a thread that indexes documents needs of the index. */
export type IndexWrites = Pick<SearchIndex, 'replaceDocument' | 'check'>

type LentCall = DocumentPart | { readonly type: 'check' }

/**
 * Serves the writes of an index to another thread, since an embedded one has one owner: to be
 * transferred. Once per thread; ends with it.
 */
export function lendIndex(index: IndexWrites): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const parts = new PassageParts()
  // Safe: only `borrowIndex` has the other end.
  serveOn(port1, async (call: LentCall) => {
    if (call.type === 'check') return index.check()
    const document = parts.join(call)
    if (document) await index.replaceDocument(document)
  })
  port1.unref()
  return port2
}

/** The writes of the index that another thread lent. */
export function borrowIndex(port: MessagePort): IndexWrites {
  const lender = new RestartingWorker<LentCall, undefined>('search index', () => portEnd(port))
  return {
    replaceDocument: async (document) => {
      for (const part of partsOf(document)) await lender.call(part)
    },
    check: () => lender.call({ type: 'check' }),
  }
}
