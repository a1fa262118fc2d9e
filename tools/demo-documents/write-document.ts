import type { Source } from './read-source.ts'
import { writePdf } from './write-pdf.ts'
import { writeText } from './write-text.ts'
import { writeWord } from './write-word.ts'

/** The folders of the demo's texts and of the files made from them. */
export const textsFolder = new URL('../../deploy/seed/documents/texts/', import.meta.url)
export const filesFolder = new URL('../../deploy/seed/documents/files/', import.meta.url)

/** `remote-work.v2.md` becomes `remote-work.v2.docx`. */
export function fileName(text: string, { facts }: Source): string {
  return text.replace(/\.md$/, `.${facts.format}`)
}

/** The document in the format that its source names. */
export async function writeDocument(source: Source): Promise<Uint8Array> {
  const { format } = source.facts
  if (format === 'pdf') return writePdf(source)
  return format === 'docx' ? writeWord(source) : writeText(source)
}
