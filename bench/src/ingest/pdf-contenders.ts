import type { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Contender } from '../measure/interleaved.ts'
import type { CorpusFile } from './read-corpus.ts'

/**
 * P12: the same PDFs read by `unpdf` in this process and by children of the parser. Reused and
 * per-file children are not interleaved: an idle child ends after ten seconds.
 */
export function pdfContenders(
  parser: LocalDocumentParser,
  files: readonly CorpusFile[],
): Record<'alone' | 'usedAgain' | 'forEachFile', Contender> {
  const pageCost = (read: (file: CorpusFile) => Promise<number>) => async () => {
    const started = performance.now()
    let pages = 0
    for (const file of files) pages += await read(file)
    return (performance.now() - started) / pages
  }
  const inChild =
    (group: { readonly group?: string }) =>
    async ({ content }: CorpusFile) =>
      (await parser.parse({ content, type: 'application/pdf', ...group })).pages ?? 0
  return {
    alone: { name: 'unpdf alone', round: pageCost(readAlone) },
    usedAgain: { name: 'the parser, its process used again', round: pageCost(inChild({ group: 'bench' })) },
    forEachFile: { name: 'the parser, a process for each file', round: pageCost(inChild({})) },
  }
}

async function readAlone({ content }: CorpusFile): Promise<number> {
  const pdf = await getDocumentProxy(new Uint8Array(content))
  await extractText(pdf)
  await pdf.loadingTask.destroy()
  return pdf.numPages
}
