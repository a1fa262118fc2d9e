import type { OpenAI } from 'openai'
import type { ChatPrompt } from './chat-prompt.ts'

/** One chunk of a stream: text, finish reason, token usage. */
export interface ChatDelta {
  readonly text: string
  readonly finish: string | null
  readonly usage: { readonly promptTokens: number; readonly answerTokens: number } | null
}

/** Streams a chat completion without tools. Settings that a model rejected are not sent again. */
export class ChatCall {
  readonly #client: OpenAI
  readonly #model: string
  readonly #answerTokensMax: number
  /** Settings that some models reject. */
  readonly #optional = new Set(['temperature', 'stream_options', 'max_tokens'])

  constructor(client: OpenAI, model: string, answerTokensMax: number) {
    this.#client = client
    this.#model = model
    this.#answerTokensMax = answerTokensMax
  }

  /** Omits a setting from now on. False if it cannot be omitted or already is. */
  leaveOut(setting: string): boolean {
    return this.#optional.delete(setting)
  }

  /** Ends without a `finish` if the connection broke. Ending the iteration ends the request. */
  async *stream(prompt: ChatPrompt, signal: AbortSignal): AsyncIterable<ChatDelta> {
    const limit = this.#optional.has('max_tokens') ? 'max_tokens' : 'max_completion_tokens'
    const chunks = await this.#client.chat.completions.create(
      {
        model: this.#model,
        messages: [
          { role: 'system', content: prompt.system },
          { role: 'user', content: prompt.user },
        ],
        stream: true,
        [limit]: this.#answerTokensMax,
        ...(this.#optional.has('temperature') ? { temperature: 0 } : {}),
        ...(this.#optional.has('stream_options') ? { stream_options: { include_usage: true } } : {}),
      },
      { signal },
    )
    for await (const { choices, usage } of chunks) {
      const [choice] = choices ?? []
      yield {
        text: choice?.delta?.content ?? '',
        finish: choice?.finish_reason ?? null,
        usage: usage ? { promptTokens: usage.prompt_tokens, answerTokens: usage.completion_tokens } : null,
      }
    }
  }
}
