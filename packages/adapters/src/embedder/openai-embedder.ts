import type { Logger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { RetryBudget } from '@portal/service-kit/retry-budget'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { inBatches } from '../in-batches.ts'
import { checkModel } from '../openai/check-model.ts'
import { engineTrouble, wholeSeconds } from '../openai/engine-trouble.ts'
import type { OpenAiConnection } from '../openai/openai-connection.ts'
import { retryPause } from '../openai/retry-pause.ts'
import { cutToTokens, tokenEstimate } from '../openai/token-estimate.ts'
import { embeddingCall, UnfitVectors } from './openai/embedding-call.ts'
import { FitTexts } from './openai/fit-texts.ts'

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

/** Embeds in batches through an OpenAI-compatible engine. Passages that nobody waits for queue. */
export function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { connection, log, dimensions, prefixes } = options
  const model = [connection.model, prefixes.query, prefixes.passage].filter(Boolean).join('|')
  const vectorsOf = embeddingCall(connection, dimensions)
  const budget = new RetryBudget(5)
  const queue = new WorkQueue(passageRequestsMax)
  const closing = new AbortController()
  const fit = new FitTexts(options, (limits) => log.warn({ model, ...limits }, 'the encoder takes less'))

  /** Prefixed, well-formed, cut, never empty. */
  function prepared(text: string, kind: Kind): string {
    const words = `${prefixes[kind]}${text.toWellFormed().replaceAll('\0', ' ')}`
    return words === '' ? ' ' : cutToTokens(words, fit.limits.textTokens)
  }

  async function embedBatch(batch: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    try {
      return await fit.embed(batch, (texts) => ask(texts, signal))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnfitVectors) throw new EngineUnavailable(`${name} ${error.message}.`, 60)
      const trouble = engineTrouble(error)
      throw trouble ? new EngineUnavailable(`${name} ${trouble.why}.`, wholeSeconds(trouble)) : error
    }
  }

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    budget.earn()
    for (let tried = 1; ; tried++) {
      try {
        return await vectorsOf(texts, signal)
      } catch (error) {
        signal.throwIfAborted()
        const trouble = engineTrouble(error)
        if (!trouble || !(await retryPause(trouble, { tried, budget, signal }))) throw error
        log.warn({ model, tried, why: trouble.why }, 'the encoder is asked again')
      }
    }
  }

  return {
    model,
    dimensions,
    async embed(texts, kind, { signal, isAwaited = false } = {}) {
      const stop = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      stop.throwIfAborted()
      const limits = { costOf: tokenEstimate, costMax: batchTokensMax, itemsMax: fit.limits.batchTexts }
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
