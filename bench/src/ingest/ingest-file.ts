import { assembleText } from '@portal/documents-service/text/assemble-text'
import { splitPassages } from '@portal/documents-service/text/passages'
import { checkUploadedFile } from '@portal/documents-service/upload/file-gate'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { comparable, independentText } from '@portal/testkit/independent-text'
import type { CorpusFile } from './read-corpus.ts'

/** The result for a file; `found` counts passages that another engine's text also contains. */
export interface IngestedFile {
  readonly name: string
  readonly failure: string | null
  readonly characters: number
  readonly passages: number
  readonly seconds: number
  readonly pages: number
  readonly found: number
  readonly notFound: readonly string[]
}

/**
 * Runs a file through an upload's steps and looks its passages up in another extraction. Of DOC
 * there is none: all of its passages count as found.
 */
export async function ingestFile(
  parser: DocumentParser,
  { name, content }: CorpusFile,
): Promise<IngestedFile> {
  const started = performance.now()
  const nothing = { name, characters: 0, passages: 0, pages: 0, found: 0, notFound: [] }
  const seconds = () => (performance.now() - started) / 1000
  const gate = checkUploadedFile({ name, content, purpose: 'version' })
  if (!gate.ok) return { ...nothing, failure: gate.message, seconds: seconds() }
  try {
    const parsed = await parser.parse({ content, type: gate.type, group: 'bench' })
    const assembled = assembleText(parsed.blocks)
    const passages = splitPassages(assembled).map(({ start, end }) => assembled.text.slice(start, end))
    const taken = seconds()
    const independent =
      gate.type === 'application/msword' ? null : comparable(await independentText(content, gate.type))
    const notFound = passages.filter(
      (passage) => independent !== null && !independent.includes(comparable(passage)),
    )
    return {
      name,
      failure: null,
      characters: assembled.text.length,
      passages: passages.length,
      seconds: taken,
      pages: parsed.pages ?? 0,
      found: passages.length - notFound.length,
      notFound,
    }
  } catch (error) {
    return { ...nothing, failure: error instanceof Error ? error.message : String(error), seconds: seconds() }
  }
}
