import { hash } from 'node:crypto'
import { ConfigError } from '@portal/service-kit/config'
import { analysisVersion } from '../analysis/analysis-version.ts'

/** Incremented with every change of the passage mapping or the recipe's numbers. */
export const layoutVersion = 1

/** Names of an installation's indices, all with its prefix. */
export interface IndexNames {
  readonly prefix: string
  /** Alias of the index of records: one per document and one per purged organization. */
  readonly records: string
  /** Alias of all generations of passages. */
  readonly passages: string
  /** The index of passages of one generation. */
  generation(key: string): string
}

/** The names of a prefix of lower-case letters, digits, `-`, `_`. Throws ConfigError. */
export function indexNames(prefix: string): IndexNames {
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix)) {
    throw new ConfigError(
      'The elasticsearch address needs an index prefix of lower-case letters and digits as its path; use elasticsearch://<user>:<password>@<host>:<port>/<prefix>.',
    )
  }
  const passages = `${prefix}-passages`
  return { prefix, records: `${prefix}-records`, passages, generation: (key) => `${passages}-${key}` }
}

/** What a generation of passages was built with; any change yields another key. */
export interface Generation {
  readonly key: string
  readonly model: string
  readonly dimensions: number
}

/** The generation of an encoder under the current analysis and layout. */
export function generationOf({ model, dimensions }: Omit<Generation, 'key'>): Generation {
  const made = JSON.stringify([model, dimensions, analysisVersion, layoutVersion])
  return { key: hash('sha256', made).slice(0, 16), model, dimensions }
}
