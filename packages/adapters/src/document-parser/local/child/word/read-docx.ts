import { DocumentParseError, type ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../../failure-messages.ts'
import { blocksOfPieces, type WordPiece } from './word-blocks.ts'
import { readWordText, type WordFileFacts, type WordText } from './word-body.ts'
import { WordParts } from './word-parts.ts'
import { readListIds, WordStyles } from './word-styles.ts'

const takesInFiles =
  'The file takes in other files when it is opened, so their text is missing. Open it in Word, save it and upload it again.'

/** Reads the text of a DOCX as Word shows it, then its notes in the order of their numbers. */
export async function readDocx(content: Uint8Array): Promise<ParsedDocument> {
  try {
    const parts = new WordParts(content)
    const facts: WordFileFacts = {
      styles: new WordStyles(parts.ofKind('styles')),
      listIds: readListIds(parts.ofKind('numbering')),
      diagram: (id) => parts.byId(id),
    }
    const text = readWordText(parts.main, facts)
    if (text.takesInFiles) throw parseError('unsupported', { message: takesInFiles })
    const notes = notesOf(text, parts, facts)
    return { blocks: blocksOfPieces([...text.pieces, ...notes]), parser: 'local docx' }
  } catch (error) {
    if (error instanceof DocumentParseError || error instanceof RangeError) throw error
    throw parseError('corrupt', { cause: error })
  }
}

/** Notes that the text refers to, each once. */
function notesOf({ noteKeys }: WordText, parts: WordParts, facts: WordFileFacts): WordPiece[] {
  if (noteKeys.length === 0) return []
  const notes = ['footnotes', 'endnotes'].map((kind) => {
    const xml = parts.ofKind(kind)
    return xml === null ? new Map<string, readonly WordPiece[]>() : readWordText(xml, facts).notes
  })
  const pieces = [...new Set(noteKeys)].flatMap((key) => notes.flatMap((some) => some.get(key) ?? []))
  return pieces.map((piece) => ('rows' in piece ? piece : { ...piece, heading: null, isListItem: true }))
}
