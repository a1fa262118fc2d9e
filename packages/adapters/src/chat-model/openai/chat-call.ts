import type { OpenAI } from 'openai'
import { answerFormat } from './answer-json.ts'
import { type ChatDelta, chatDelta } from './chat-delta.ts'
import type { ChatPrompt } from './chat-prompt.ts'

/** Settings that some servers reject; each is left out once one has. */
const optionalSettings = ['temperature', 'stream_options', 'max_tokens', 'response_format']

interface StreamOptions {
  readonly signal: AbortSignal
  readonly settings?: ReadonlySet<string>
  /** In no format. */
  readonly isFree?: boolean
}

/** Streams a chat completion without tools. Settings that a model rejected are not sent again. */
export class ChatCall {
  readonly #client: OpenAI
  readonly #model: string
  readonly #answerTokensMax: number
  #settings: ReadonlySet<string> = new Set(optionalSettings)

  constructor(client: OpenAI, model: string, answerTokensMax: number) {
    this.#client = client
    this.#model = model
    this.#answerTokensMax = answerTokensMax
  }

  /** The optional settings that requests have at present. */
  get settings(): ReadonlySet<string> {
    return this.#settings
  }

  /** Omits a setting from now on. */
  leaveOut(setting: string): void {
    this.#settings = new Set([...this.#settings].filter((each) => each !== setting))
  }

  /**
   * Ends without a `finish` if the connection broke. Ending the iteration ends the request. A
   * server that does not stream gives the whole answer as one delta.
   */
  async *stream(
    prompt: ChatPrompt,
    { signal, settings = this.settings, isFree = false }: StreamOptions,
  ): AsyncIterable<ChatDelta> {
    const has = (setting: string) => settings.has(setting)
    const limit = has('max_tokens') ? 'max_tokens' : 'max_completion_tokens'
    const { data, response } = await this.#client.chat.completions
      .create(
        {
          model: this.#model,
          messages: [
            { role: 'system', content: prompt.system },
            { role: 'user', content: prompt.user },
          ],
          stream: true,
          [limit]: this.#answerTokensMax,
          ...(has('temperature') ? { temperature: 0 } : {}),
          ...(has('stream_options') ? { stream_options: { include_usage: true } } : {}),
          ...(has('response_format') && !isFree ? { response_format: answerFormat } : {}),
        },
        { signal },
      )
      .withResponse()
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
      yield chatDelta(JSON.parse(await response.text()))
      return
    }
    for await (const chunk of data) yield chatDelta(chunk)
  }
}
