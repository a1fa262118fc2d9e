import { ConfigError } from '@portal/service-kit/config'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { LocalDocumentParser } from './local-document-parser.ts'

/**
 * Opens the parser that a configuration URL names: `local:` reads in child processes on this machine, `local:?concurrency=<n>` that many
 * files at a time; `unstructured://` asks an Unstructured API server. Throws one sentence for any other URL.
 */
export async function openDocumentParser(url: string): Promise<DocumentParser> {
  if (isEngineUrl(url, 'unstructured')) {
    // Its client takes longer to load than the rest of the service: only where it is used.
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
