import type { ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { DocFile, type DocStory } from './doc-file.ts'
import { storyReader } from './doc-text.ts'
import { blocksOfPieces, type WordPiece } from './word-blocks.ts'

/** Reads a Word 97-2003 file as Word shows it: its body, text boxes and notes. */
export function readDoc(content: Uint8Array): ParsedDocument {
  const file = new DocFile(content)
  const stories = file.stories()
  const read = storyReader(file)
  const story = (name: DocStory) => read(stories.get(name) ?? { start: 0, end: 0 })
  const notes = [...story('footnotes'), ...story('endnotes')].map(
    (piece): WordPiece => ('rows' in piece ? piece : { ...piece, heading: null, isListItem: true }),
  )
  const pieces = [...story('body'), ...story('textBoxes'), ...notes]
  return { blocks: blocksOfPieces(pieces), parser: 'local doc' }
}
