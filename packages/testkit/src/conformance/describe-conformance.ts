import { describe } from 'vitest'

/** A port that has a suite; its folder in packages/adapters bears the same name with hyphens. */
export type SuitePort =
  | 'blob store'
  | 'chat model'
  | 'document parser'
  | 'embedder'
  | 'event bus'
  | 'identity admin'
  | 'mailer'
  | 'search index'

/**
 * The one form of every suite's name, by which the conformance table counts its cases: `kafka as event bus`. `adapter` is the engine of
 * the adapter's file name, where an engine is tried more than once followed by `on` and what it is tried on.
 */
export function describeConformance(port: SuitePort, adapter: string, define: () => void): void {
  describe(`${adapter} as ${port}`, define)
}
