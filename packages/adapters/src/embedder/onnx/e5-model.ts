import { fileURLToPath } from 'node:url'

/** Parameters of a bundled sentence encoder (its README names the source). */
export interface EncoderModel {
  readonly name: string
  readonly folder: string
  readonly dimensions: number
  /** Token limit of one text, the two special tokens included. */
  readonly tokensMax: number
}

const bundled: Readonly<Record<string, EncoderModel>> = {
  'e5-small-v2-int8': {
    name: 'e5-small-v2-int8',
    folder: fileURLToPath(new URL('../../../models/e5-small-v2-int8/', import.meta.url)),
    dimensions: 384,
    tokensMax: 512,
  },
}

/** The bundled model of this name, the default one for an empty name. Throws one sentence. */
export function bundledModel(name: string): EncoderModel {
  const model = bundled[name === '' ? 'e5-small-v2-int8' : name]
  if (model) return model
  throw new Error(`There is no bundled encoder "${name}"; known: ${Object.keys(bundled).join(', ')}.`)
}
