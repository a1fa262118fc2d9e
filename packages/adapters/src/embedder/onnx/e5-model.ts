import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'

/** The bundled sentence encoder (its README names the source). */
export const bundledModel = {
  name: 'e5-small-v2-int8',
  folder: fileURLToPath(new URL('../../../models/e5-small-v2-int8/', import.meta.url)),
  dimensions: 384,
  /** Token limit of one text, the two special tokens included. */
  tokensMax: 512,
}

/** Longer than any text within the token limit; spares tokenising 10 MB. */
const charactersMax = 16_384

const TokenizerFile = z.record(z.string(), z.unknown())

/**
 * Reads the model's tokenizer: token ids of a text with its prefix, cut to the limit with the final
 * separator kept.
 */
export async function loadTextTokens(): Promise<(text: string, kind: 'query' | 'passage') => number[]> {
  const { folder, tokensMax } = bundledModel
  const file = TokenizerFile.parse(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')))
  const tokenizer = new Tokenizer(file, {})
  return (text, kind) => {
    const { ids } = tokenizer.encode(`${kind}: ${plainText(text)}`)
    return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), ...ids.slice(-1)]
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
