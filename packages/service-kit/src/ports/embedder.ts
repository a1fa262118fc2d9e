/** Which side of an asymmetric model a text is on. */
export type TextKind = 'query' | 'passage'

/** How texts are encoded. */
export interface EncodeOptions {
  readonly signal?: AbortSignal | undefined
  /** Somebody waits for these passages: they take turns with queries, before all others. */
  readonly isAwaited?: boolean
  /** Whose texts they are: of what is waited for, organizations take turns by text. */
  readonly organizationId?: number
}

/** A text with parts of it, in order and without overlap: UTF-16 offsets `[start, end)`. */
export interface TextInParts {
  readonly text: string
  readonly parts: readonly { readonly start: number; readonly end: number }[]
}

/** What a model knows of a text's tokens in context, from the pass that makes its vector. */
export interface TokenStates {
  /** The vector of the whole text, as `embed` gives it. */
  readonly vector: Float32Array
  /** A unit vector per token in {@link TokenEncoder.tokenDimensions}, times 127, row by row. */
  readonly tokens: Int8Array
  /** First token of each part and the one after its last; equal beyond the model's limit. */
  readonly ranges: Uint16Array
  /** Mean state of each part's tokens in the embedder's dimensions, row by row. */
  readonly means: Float32Array
}

/** Token states for late interaction (Khattab and Zaharia 2020) and late chunking. */
export interface TokenEncoder {
  /** What the states depend on beside the model: those of another version are not comparable. */
  readonly version: string
  readonly tokenDimensions: number
  /** Token states per text, in order; otherwise as {@link Embedder.embed}. */
  encode(texts: readonly TextInParts[], kind: TextKind, options?: EncodeOptions): Promise<TokenStates[]>
}

/** Turns text into vectors. An index records `model` and `dimensions`; a change re-indexes. */
export interface Embedder {
  readonly model: string
  readonly dimensions: number
  /**
   * One unit vector per text, in order, independent of the other texts; text beyond the model's
   * limit is cut. `kind` selects the side of an asymmetric model; queries overtake passages.
   * Rejects with the signal's reason or, until the engine recovers, {@link EngineUnavailable}.
   */
  embed(texts: readonly string[], kind: TextKind, options?: EncodeOptions): Promise<Float32Array[]>
  /** Undefined where only vectors of whole texts can be had, as from an embeddings API. */
  readonly tokens?: TokenEncoder | undefined
  /** Throws {@link EngineUnavailable} with a one-sentence reason. */
  check(): Promise<void>
  close(): Promise<void>
}
