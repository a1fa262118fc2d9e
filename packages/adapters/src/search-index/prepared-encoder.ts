import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'

/** The encoder that an index was prepared for. */
export interface PreparedEncoder {
  /** What vectors and terms depend on, as a key: model, size, versions of analysis and layout. */
  readonly key: string
  readonly dimensions: number
}

/**
 * The prepared encoder, after validating organization number and vector sizes; throws one sentence.
 */
export function fittingEncoder(
  prepared: PreparedEncoder | undefined,
  organizationId: number,
  vectors: readonly Float32Array[],
): PreparedEncoder {
  if (!prepared) throw new EngineUnavailable('The search index is not prepared yet.', 1)
  if (!Number.isSafeInteger(organizationId) || organizationId < 0) {
    throw new Error('The number of an organization must be a whole number.')
  }
  if (vectors.every((vector) => vector.length === prepared.dimensions)) return prepared
  throw new Error(`The search index was prepared for vectors of ${prepared.dimensions} numbers.`)
}
