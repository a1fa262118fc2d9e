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
import { embeddingCall, UnfitVectors } from './openai/embedding-call.ts'

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
/** Concurrent requests for passages that nobody waits for; others are not limited. */
const passageRequestsMax = 2
/** Estimated tokens per request; OpenAI allows 300,000. */
const batchTokensMax = 100_000
/** Below this length a rejected text is not shortened further. */
const textTokensMin = 64

/** Embeds in batches through an OpenAI-compatible engine. Passages that nobody waits for queue. */
export function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { connection, log, dimensions, prefixes, batchTexts } = options
  const model = [connection.model, prefixes.query, prefixes.passage].filter(Boolean).join('|')
  const vectorsOf = embeddingCall(connection, dimensions)
  const budget = new RetryBudget(5)
  const queue = new WorkQueue(passageRequestsMax)
  const closing = new AbortController()
  let { textTokens } = options

  /** Prefixed, well-formed, cut, never empty. */
  function prepared(text: string, kind: Kind): string {
    const words = `${prefixes[kind]}${text.toWellFormed().replaceAll('\0', ' ')}`
    return words === '' ? ' ' : cutToTokens(words, textTokens)
  }

  async function embedBatch(batch: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    budget.earn()
    for (let tried = 1; ; tried++) {
      try {
        const fitting = batch.map((text) => cutToTokens(text, textTokens))
        return await vectorsOf(fitting, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof UnfitVectors) throw new EngineUnavailable(`${name} ${error.message}.`, 60)
        const trouble = engineTrouble(error)
        if (!trouble) throw error
        if (!(await mayRetry(trouble, tried, signal)))
          throw new EngineUnavailable(`${name} ${trouble.why}.`, wholeSeconds(trouble))
        log.warn({ model, tried, why: trouble.why }, 'the encoder is asked again')
      }
    }
  }

  /** If the engine finds a text too long, `textTokens` is wrong and is halved from then on. */
  async function mayRetry(trouble: EngineTrouble, tried: number, signal: AbortSignal): Promise<boolean> {
    if (trouble.kind !== 'too-long') return retryPause(trouble, { tried, budget, signal })
    textTokens = Math.floor(textTokens / 2)
    log.warn({ model, textTokens }, 'texts are cut to fewer tokens')
    return textTokens >= textTokensMin
  }

  return {
    model,
    dimensions,
    async embed(texts, kind, { signal, isAwaited = false } = {}) {
      const stop = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      stop.throwIfAborted()
      const limits = { costOf: tokenEstimate, costMax: batchTokensMax, itemsMax: batchTexts }
      const batches = inBatches(
        texts.map((text) => prepared(text, kind)),
        limits,
      )
      const vectors = await Promise.all(
        batches.map((batch) =>
          kind === 'query' || isAwaited
            ? embedBatch(batch, stop)
            : queue.run(() => embedBatch(batch, stop), stop),
        ),
      )
      return vectors.flat()
    },
    async check() {
      closing.signal.throwIfAborted()
      await checkModel(connection, name)
    },
    close: async () => closing.abort(new EngineUnavailable(`${name} is closed.`, 5)),
  }
}
