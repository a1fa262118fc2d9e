/** Turns text into unit-length vectors. `model` and `dimensions` are stored with an index; a change re-indexes. */
export interface Embedder {
  readonly model: string
  readonly dimensions: number
  /**
   * One vector of length 1 per text, in order. `kind` chooses the side of an asymmetric model. Text beyond the model's limit is cut.
   * Aborting rejects with the signal's reason.
   */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>
}
