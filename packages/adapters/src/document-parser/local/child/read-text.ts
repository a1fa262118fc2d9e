import { decodeText } from '@portal/file-rules/decode-text'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../failure-messages.ts'
import { blocksOfText } from './text-blocks.ts'

/** Reads a plain text file. */
export function readText(content: Uint8Array): { blocks: ParsedBlock[]; parser: string } {
  const text = decodeText(content)
  if (text === null) throw parseError('corrupt', { message: 'The file is not plain text.' })
  return { blocks: blocksOfText(text), parser: 'local text' }
}
