import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import type { EncoderModel } from './e5-model.ts'

/** Longer than any text within the token limit; spares tokenising 10 MB. */
const charactersMax = 16_384

const TokenizerFile = z.record(z.string(), z.unknown())

/** Token ids of a text with its prefix, cut to the limit; the final separator is kept. */
export type TextTokens = (text: string, kind: 'query' | 'passage') => number[]

/** Reads the tokenizer of a bundled model. */
export async function loadTextTokens(model: EncoderModel): Promise<TextTokens> {
  const file = TokenizerFile.parse(JSON.parse(await readFile(join(model.folder, 'tokenizer.json'), 'utf8')))
  const tokenizer = new Tokenizer(file, {})
  return (text, kind) => {
    const { ids } = tokenizer.encode(`${kind}: ${plainText(text)}`)
    if (ids.length <= model.tokensMax) return ids
    return [...ids.slice(0, model.tokensMax - 1), ...ids.slice(-1)]
  }
}

/** Collapses white space and splits "[SEP]" and the like, which would become control tokens. */
function plainText(text: string): string {
  return text
    .slice(0, charactersMax * 4)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/\[(?=(?:CLS|SEP|PAD|UNK|MASK)\])/gu, '( ')
    .slice(0, charactersMax)
}
