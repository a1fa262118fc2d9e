/** Turns text into vectors. An index records `model` and `dimensions`; a change re-indexes. */
export interface Embedder {
  readonly model: string
  readonly dimensions: number
  /**
   * One unit vector per text, in order, independent of the other texts; text beyond the model's
   * limit is cut. `kind` selects the side of an asymmetric model; queries overtake passages.
   * Rejects with the signal's reason or, until the engine recovers, {@link EngineUnavailable}.
   */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>
  /** Throws {@link EngineUnavailable} with a one-sentence reason. */
  check(): Promise<void>
  close(): Promise<void>
}
