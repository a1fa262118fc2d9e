/** How the model handles one request; by default it answers at once. */
export interface ModelTurn {
  /** An HTTP error instead of a stream. */
  readonly refuse?: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly error?: Readonly<Record<string, unknown>>
  }
  /** The exact text to return. */
  readonly says?: string
  readonly firstTokenMs?: number
  readonly tokenMs?: number
  readonly finish?: 'stop' | 'length' | 'content_filter'
  /** After this many tokens: a reset, an end without finish, invalid JSON, or silence. */
  readonly breaksAfter?: { readonly tokens: number; readonly how: 'reset' | 'end' | 'garbage' | 'silence' }
}

/** A prompt as the engine receives it. */
export interface ModelPrompt {
  readonly system: string
  readonly user: string
}

/** Derives the answer's text from a prompt. */
export type PromptReader = (prompt: ModelPrompt) => string
