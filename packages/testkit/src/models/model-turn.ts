/** What a model does when it is asked once. Left out: it answers at once, as its reader reads the prompt. */
export interface ModelTurn {
  /** An answer of the HTTP server instead of a stream. */
  readonly refuse?: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly error?: Readonly<Record<string, unknown>>
  }
  /** Says exactly this. */
  readonly says?: string
  readonly firstTokenMs?: number
  readonly tokenMs?: number
  readonly finish?: 'stop' | 'length' | 'content_filter'
  /** After so many tokens (0: before any) the connection is reset, the stream ends without a finish, sends what is no JSON, or says nothing any more. */
  readonly breaksAfter?: { readonly tokens: number; readonly how: 'reset' | 'end' | 'garbage' | 'silence' }
}

/** A prompt as the engine gets it. */
export interface ModelPrompt {
  readonly system: string
  readonly user: string
}

/** How a model comes to its words. */
export type PromptReader = (prompt: ModelPrompt) => string
