import { describe } from 'vitest'

/** A port with a suite; its folder in packages/adapters has the same name, hyphenated. */
export type SuitePort =
  | 'blob store'
  | 'chat model'
  | 'document parser'
  | 'embedder'
  | 'event bus'
  | 'identity admin'
  | 'mailer'
  | 'ranker'
  | 'search index'

/**
 * Names a suite `kafka as event bus`, which is how the conformance table finds it. `adapter` is the
 * engine in the adapter's file name, plus `on` and a variant if it runs repeatedly.
 */
export function describeConformance(port: SuitePort, adapter: string, define: () => void): void {
  describe(`${adapter} as ${port}`, define)
}
