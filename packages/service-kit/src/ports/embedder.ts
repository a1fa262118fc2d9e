/** Turns text into unit-length vectors. `model` and `dimensions` are stored with an index; a change re-indexes. */
export interface Embedder {
  readonly model: string
  readonly dimensions: number
  /**
   * One vector of length 1 per text, in order; the same text gives the same vector whatever stands beside it. `kind` chooses the side of
   * an asymmetric model. Text beyond the model's limit is cut. Queries never wait for passages that came before them.
   * Aborting rejects with the signal's reason. Throws {@link EngineUnavailable} when the engine stops or is closed; a later call may succeed.
   */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>
  /** Throws {@link EngineUnavailable} with one sentence that says why the engine cannot serve. */
  check(): Promise<void>
  close(): Promise<void>
}
