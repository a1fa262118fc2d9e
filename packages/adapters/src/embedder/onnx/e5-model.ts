import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tokenizer } from '@huggingface/tokenizers'
import type { TextInParts, TextKind } from '@portal/service-kit/ports/embedder'
import { z } from 'zod'

/** The bundled sentence encoder (its README names the source). */
export const bundledModel = {
  name: 'e5-small-v2-int8',
  folder: fileURLToPath(new URL('../../../models/e5-small-v2-int8/', import.meta.url)),
  dimensions: 384,
  /** Of the projected tokens (`npm run bench -- search --part projection`). */
  tokenDimensions: 64,
  /** Incremented with every change of the projection or of what counts as a text's own tokens. */
  statesVersion: 'pca64-1',
  /** Token limit of one text, the two special tokens included. */
  tokensMax: 512,
  /** Before a text's own tokens: the control token, the prefix's word and its colon. */
  tokensBefore: 3,
}

/** Longer than any text within the token limit; spares tokenising 10 MB. */
const charactersMax = 16_384

const TokenizerFile = z.record(z.string(), z.unknown())

/** Reads the model's tokenizer. */
export async function loadTextTokens() {
  const { folder, tokensMax } = bundledModel
  const file = TokenizerFile.parse(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')))
  const tokenizer = new Tokenizer(file, {})
  const count = (text: string) =>
    text.trim() === '' ? 0 : tokenizer.encode(plainText(text), { add_special_tokens: false }).ids.length

  return {
    /** Token ids of a text with its prefix, cut to the limit with the final separator kept. */
    idsOf(text: string, kind: TextKind): number[] {
      const { ids } = tokenizer.encode(`${kind}: ${plainText(text)}`)
      return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), ...ids.slice(-1)]
    },
    /**
     * The text's own tokens that each part has: its first and the one after its last. No token
     * crosses white space or punctuation, where parts begin and end, so their counts add up.
     */
    rangesOf({ text, parts }: TextInParts, tokens: number): Uint16Array {
      const ranges = new Uint16Array(parts.length * 2)
      let [token, read] = [0, 0]
      for (const [at, { start, end }] of parts.entries()) {
        if (token >= tokens) {
          ranges.fill(tokens, at * 2)
          break
        }
        token += count(text.slice(read, start))
        ranges[at * 2] = Math.min(token, tokens)
        token += count(text.slice(start, end))
        ranges[at * 2 + 1] = Math.min(token, tokens)
        read = end
      }
      return ranges
    },
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
