import { LocalDocumentParser } from '@portal/adapters/document-parser/local-document-parser'
import { type AssembledText, assembleText } from '@portal/documents-service/text/assemble-text'
import { checkUploadedFile } from '@portal/documents-service/upload/file-gate'
import type { PlannedDocument } from '../answers/planned-documents.ts'

/** The text of a document's version in force. */
export interface ReadText {
  readonly file: string
  readonly organizationId: number
  readonly assembled: AssembledText
}

/** Reads the version in force of each document, as an upload would. Throws if one is refused. */
export async function readTexts(planned: readonly PlannedDocument[]): Promise<ReadText[]> {
  const parser = await LocalDocumentParser.open()
  const texts: ReadText[] = []
  for (const { organizationId, versions } of planned) {
    const inForce = versions.findLast(({ state }) => state === 'in force')
    if (!inForce) continue
    const { file, fileName, content } = inForce
    const gate = checkUploadedFile({ name: fileName, content, purpose: 'version' })
    if (!gate.ok) throw new Error(`${fileName} was refused: ${gate.message}`)
    const { blocks } = await parser.parse({ content, type: gate.type, group: 'bench' })
    texts.push({ file, organizationId, assembled: assembleText(blocks) })
  }
  return texts
}
