import { ConfigError } from '@portal/service-kit/config'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { LocalDocumentParser } from './local-document-parser.ts'

/** Opens `local:[?concurrency=<n>]` or `unstructured://…`. Throws one sentence for any other. */
export async function openDocumentParser(url: string): Promise<DocumentParser> {
  if (isEngineUrl(url, 'unstructured')) {
    // Loaded on demand: its client takes longer to load than the rest of the service.
    const { UnstructuredDocumentParser } = await import('./unstructured-document-parser.ts')
    return new UnstructuredDocumentParser(url)
  }
  const [scheme, query = ''] = url.split('?', 2)
  if (scheme !== 'local:')
    throw new ConfigError(
      'No document parser speaks this address; use local: or unstructured://<host>:<port>.',
    )
  const concurrency = new URLSearchParams(query).get('concurrency')
  if (concurrency === null) return LocalDocumentParser.open()
  if (!/^[1-9]\d?$/.test(concurrency))
    throw new ConfigError(`"${url}" names no document parser: concurrency must be a number from 1 to 99.`)
  return LocalDocumentParser.open({ concurrency: Number(concurrency) })
}
