import { createRequire } from 'node:module'
import type { ParsedBlock, ParsedDocument } from '@portal/service-kit/ports/document-parser'
import WordExtractor from 'word-extractor'
import { parseError } from '../../failure-messages.ts'
import { blocksOfText } from './read-text.ts'

const { version }: { version: string } = createRequire(import.meta.url)('word-extractor/package.json')

/**
 * Reads a Word 97-2003 file. Styles and lists are lost, so headings are recognized as in plain
 * text: a paragraph is a line, and tabs separate the cells of a table row.
 */
export async function readDoc(content: Uint8Array): Promise<ParsedDocument> {
  try {
    const document = await new WordExtractor().extract(Buffer.from(content))
    const notes = [document.getFootnotes(), document.getEndnotes()].join('\n')
    const blocks = [...blocksOfBody(document.getBody()), ...blocksOfBody(notes)]
    return { blocks, parser: `local word-extractor ${version}` }
  } catch (error) {
    throw parseError('corrupt', { cause: error })
  }
}

function blocksOfBody(body: string): ParsedBlock[] {
  const pieces: string[][] = []
  let isTable = false
  for (const line of body.split(/\r\n?|\n/)) {
    const isRow = line.includes('\t') && line.trim() !== ''
    if (isRow && isTable) pieces.at(-1)?.push(line.trim())
    else pieces.push([line])
    isTable = isRow
  }
  return mergedText(pieces)
}

/** Several rows one below the other are a table, everything else is text. */
function mergedText(pieces: readonly (readonly string[])[]): ParsedBlock[] {
  const blocks: ParsedBlock[] = []
  let text: string[] = []
  const endText = () => {
    for (const block of blocksOfText(text.join('\n\n'))) blocks.push(block)
    text = []
  }
  for (const lines of pieces) {
    if (lines.length === 1) text.push(lines[0] ?? '')
    else {
      endText()
      blocks.push({ kind: 'table', text: lines.join('\n') })
    }
  }
  endText()
  return blocks
}
