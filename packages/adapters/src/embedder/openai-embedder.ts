import type { Logger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { RetryBudget } from '@portal/service-kit/retry-budget'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { inBatches } from '../in-batches.ts'
import { checkModel } from '../openai/check-model.ts'
import { type EngineTrouble, engineTrouble, wholeSeconds } from '../openai/engine-trouble.ts'
import type { OpenAiConnection } from '../openai/openai-connection.ts'
import { retryPause } from '../openai/retry-pause.ts'
import { cutToTokens, tokenEstimate } from '../openai/token-estimate.ts'
import { EmbeddingCall, UnfitVectors } from './openai/embedding-call.ts'

type Kind = 'query' | 'passage'

/** Settings from the address. */
interface OpenAiEmbedderOptions {
  readonly connection: OpenAiConnection
  readonly log: Logger
  readonly dimensions: number
  /** Prefix per kind of text, if the model wants one. */
  readonly prefixes: Readonly<Record<Kind, string>>
  /** Token limit of one text; longer ones are cut. */
  readonly textTokens: number
  readonly batchTexts: number
}

/** Sentences name neither address nor model, because the status page is public. */
const name = 'The sentence encoder'
/** Concurrent passage requests; queries are not limited. */
const passageRequestsMax = 2
/** Estimated tokens per request; OpenAI allows 300,000. */
const batchTokensMax = 100_000
/** Below this length a rejected text is not shortened further. */
const textTokensMin = 64

/** Embeds in batches through an OpenAI-compatible engine. Passages queue, queries do not. */
export class OpenAiEmbedder implements Embedder {
  readonly model: string
  readonly dimensions: number
  readonly #options: OpenAiEmbedderOptions
  readonly #call: EmbeddingCall
  readonly #budget = new RetryBudget(5)
  #textTokens: number
  readonly #closing = new AbortController()
  readonly #queue = new WorkQueue(passageRequestsMax)

  constructor(options: OpenAiEmbedderOptions) {
    const { connection, dimensions, prefixes } = options
    this.#options = options
    this.dimensions = dimensions
    this.#textTokens = options.textTokens
    this.model = [connection.model, prefixes.query, prefixes.passage].filter(Boolean).join('|')
    this.#call = new EmbeddingCall(connection.client, connection.model, dimensions)
  }

  async embed(texts: readonly string[], kind: Kind, signal?: AbortSignal): Promise<Float32Array[]> {
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    stop.throwIfAborted()
    const batches = inBatches(
      texts.map((text) => this.#prepared(text, kind)),
      { costOf: tokenEstimate, costMax: batchTokensMax, itemsMax: this.#options.batchTexts },
    )
    const vectors = await Promise.all(
      batches.map((batch) =>
        kind === 'query' ? this.#embed(batch, stop) : this.#queue.run(() => this.#embed(batch, stop), stop),
      ),
    )
    return vectors.flat()
  }

  async check(): Promise<void> {
    this.#closing.signal.throwIfAborted()
    await checkModel(this.#options.connection, name)
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineUnavailable(`${name} is closed.`, 5))
  }

  async #embed(batch: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    this.#budget.earn()
    for (let tried = 1; ; tried++) {
      try {
        const fitting = batch.map((text) => cutToTokens(text, this.#textTokens))
        return await this.#call.vectors(fitting, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof UnfitVectors) throw new EngineUnavailable(`${name} ${error.message}.`, 60)
        const trouble = engineTrouble(error)
        if (!trouble) throw error
        if (!(await this.#mayRetry(trouble, tried, signal)))
          throw new EngineUnavailable(`${name} ${trouble.why}.`, wholeSeconds(trouble))
        this.#options.log.warn({ model: this.model, tried, why: trouble.why }, 'the encoder is asked again')
      }
    }
  }

  /** If the engine finds a text too long, `textTokens` is wrong and is halved from then on. */
  async #mayRetry(trouble: EngineTrouble, tried: number, signal: AbortSignal): Promise<boolean> {
    if (trouble.kind !== 'too-long') return retryPause(trouble, { tried, budget: this.#budget, signal })
    this.#textTokens = Math.floor(this.#textTokens / 2)
    this.#options.log.warn(
      { model: this.model, textTokens: this.#textTokens },
      'texts are cut to fewer tokens',
    )
    return this.#textTokens >= textTokensMin
  }

  /** Prefixed, well-formed, cut, never empty. */
  #prepared(text: string, kind: Kind): string {
    const words = `${this.#options.prefixes[kind]}${text.toWellFormed().replaceAll('\0', ' ')}`
    return words === '' ? ' ' : cutToTokens(words, this.#textTokens)
  }
}
