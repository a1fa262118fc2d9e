import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { LocalDocumentParser } from './local-document-parser.ts'

/**
 * Opens the parser that a configuration URL names: `local:` reads in child processes on this machine;
 * `local:?concurrency=<n>` reads that many files at a time. Throws one sentence for any other URL.
 */
export async function openDocumentParser(url: string): Promise<DocumentParser> {
  const [scheme, query = ''] = url.split('?', 2)
  if (scheme !== 'local:') throw new Error(`There is no document parser for "${url}"; use "local:".`)
  const concurrency = new URLSearchParams(query).get('concurrency')
  if (concurrency === null) return LocalDocumentParser.open()
  if (!/^[1-9]\d?$/.test(concurrency))
    throw new Error(`"${url}" names no document parser: concurrency must be a number from 1 to 99.`)
  return LocalDocumentParser.open({ concurrency: Number(concurrency) })
}
