import { hash } from 'node:crypto'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { type AssembledText, assembleText } from './assemble-text.ts'
import { type Passage, splitPassages } from './passages.ts'

/** A passage with the SHA-256 of its text. */
export type CutPassage = Passage & { readonly contentHash: string }

/** A file's text with its parts and its passages. */
export interface CutText extends Pick<AssembledText, 'text' | 'headings' | 'pages'> {
  readonly passages: readonly CutPassage[]
}

/** Assembles a parsed file's text and cuts it into passages. */
export function cutText(blocks: readonly ParsedBlock[]): CutText {
  const assembled = assembleText(blocks)
  const { text, headings, pages } = assembled
  const passages = splitPassages(assembled).map((passage) => ({
    ...passage,
    contentHash: hash('sha256', text.slice(passage.start, passage.end)),
  }))
  return { text, headings, pages, passages }
}
