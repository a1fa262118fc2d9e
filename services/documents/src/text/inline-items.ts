import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

/** A bullet within a line, before a word. */
const bulletWithin = /[^\S\n](?=[*•▪◦‣●]\s+[\p{L}"“‘(])/gu
const announcing = /[:;,.]$/
const wordsMin = 3

/**
 * Gives the items of a list their lines again where a file lost them, as Markdown without a blank
 * line before a list does: "… are not used for: * mining; * resale." White space alone changes.
 */
export function splitInlineItems(block: ParsedBlock): ParsedBlock[] {
  if (block.kind !== 'paragraph' && block.kind !== 'list-item') return [block]
  const [first = '', ...items] = block.text.split(bulletWithin)
  if (items.length < 2 || !isList(first, items)) return [block]
  return [
    { ...block, text: first },
    ...items.map((text): ParsedBlock => ({ ...block, kind: 'list-item', text })),
  ]
}

/** Products ("impact * likelihood * loss") are none: they are announced by nothing, and short. */
function isList(first: string, items: readonly string[]): boolean {
  return announcing.test(first.trimEnd()) || items.every((item) => item.split(/\s+/).length > wordsMin)
}
