import type { Logger } from '@portal/service-kit/logger'
import {
  type AnswerPart,
  type AnswerRequest,
  type ChatModel,
  ChatModelDeclined,
  ChatModelUnavailable,
  type FollowUpQuestion,
  type TokenUsage,
} from '@portal/service-kit/ports/chat-model'
import { RetryBudget } from '@portal/service-kit/retry-budget'
import { checkModel } from '../openai/check-model.ts'
import { type EngineTrouble, engineTrouble, wholeSeconds } from '../openai/engine-trouble.ts'
import { numberSetting, type OpenAiConnection } from '../openai/openai-connection.ts'
import { retryPause } from '../openai/retry-pause.ts'
import { tokenEstimate } from '../openai/token-estimate.ts'
import { type AnswerDeadline, type AnswerLimits, answerDeadline, TooSlow } from './openai/answer-deadline.ts'
import { AnswerReader, type StreamEnd } from './openai/answer-reader.ts'
import { ChatCall } from './openai/chat-call.ts'
import type { ChatDelta } from './openai/chat-delta.ts'
import { type ChatPrompt, chatPrompt } from './openai/chat-prompt.ts'
import { fitPassages } from './openai/fit-passages.ts'
import { standaloneQuestion } from './openai/standalone-question.ts'

/** Fits the gateway's 60 s for a chat request, leaving room for retrieval and citation checks. */
const answerLimits: AnswerLimits = { firstTokenMs: 20_000, silenceMs: 10_000, answerMs: 40_000 }

/** Sentences name neither address nor model, because the status page is public. */
const name = 'The language model'
/** How often a prompt that the engine rejects as too long is halved. */
const halvingsMax = 2
/** Stops an engine that ignores its token limit. */
const unitsPerTokenMax = 16

interface OpenAiChatModelOptions {
  readonly connection: OpenAiConnection
  readonly log: Logger
  readonly limits?: Partial<AnswerLimits>
}

interface Attempt {
  hasBegun: boolean
  /** The optional settings that its request has. */
  readonly settings: ReadonlySet<string>
}

/**
 * Answers through an OpenAI-compatible model that must prove every statement with a verbatim quote;
 * unproven ones are dropped (answer-reader.ts). Passages beyond the context are left out, lowest
 * score first, and logged. Retries happen only before the first word.
 */
export class OpenAiChatModel implements ChatModel {
  readonly model: string
  readonly #connection: OpenAiConnection
  readonly #log: Logger
  readonly #limits: AnswerLimits
  readonly #call: ChatCall
  readonly #contextTokens: number
  readonly #answerTokens: number
  readonly #budget = new RetryBudget(5)

  constructor({ connection, log, limits }: OpenAiChatModelOptions) {
    this.model = connection.model
    this.#connection = connection
    this.#log = log
    this.#limits = { ...answerLimits, ...limits }
    this.#contextTokens = numberSetting(connection.settings, 'contextTokens', 8192)
    this.#answerTokens = numberSetting(connection.settings, 'answerTokens', 1024)
    this.#call = new ChatCall(connection.client, connection.model, this.#answerTokens)
  }

  async *answer(request: AnswerRequest): AsyncIterable<AnswerPart> {
    request.signal?.throwIfAborted()
    if (request.passages.length === 0) {
      yield { type: 'outcome', outcome: 'no_evidence' }
      return
    }
    using deadline = answerDeadline(this.#limits, request.signal)
    try {
      yield* this.#answer(request, deadline)
    } catch (error) {
      request.signal?.throwIfAborted()
      throw this.#failure(deadline.signal.reason instanceof TooSlow ? deadline.signal.reason : error)
    }
  }

  standalone(question: FollowUpQuestion): Promise<string | null> {
    return standaloneQuestion(this.#call, question)
  }

  check(): Promise<void> {
    return checkModel(this.#connection, name)
  }

  async *#answer({ question, passages }: AnswerRequest, deadline: AnswerDeadline): AsyncIterable<AnswerPart> {
    let room = this.#contextTokens - this.#answerTokens
    for (let halvings = 0; ; halvings++) {
      const fitted = fitPassages(question, passages, room)
      if (fitted.leftOut > 0 || fitted.isCut)
        this.#log.warn(
          { model: this.model, ...fitted, passages: fitted.passages.length },
          'passages do not fit the model',
        )
      if (fitted.passages.length === 0)
        throw new ChatModelUnavailable(`${name} has no room for a single passage.`, 60)
      try {
        yield* this.#read(chatPrompt(question, fitted.passages), new AnswerReader(fitted.passages), deadline)
        return
      } catch (error) {
        if (engineTrouble(error)?.kind !== 'too-long' || halvings === halvingsMax) throw error
        room = Math.floor(room / 2)
      }
    }
  }

  async *#read(
    prompt: ChatPrompt,
    reader: AnswerReader,
    deadline: AnswerDeadline,
  ): AsyncIterable<AnswerPart> {
    let end: StreamEnd | null = null
    let written = ''
    let counted: ChatDelta['usage'] = null
    for await (const delta of this.#deltas(prompt, deadline)) {
      written += delta.text
      yield* reader.read(delta.text)
      counted = delta.usage ?? counted
      end = this.#endOf(delta, written) ?? end
      if (written.length > this.#answerTokens * unitsPerTokenMax) break
    }
    // Some servers name no reason to finish; an outcome is the end of an answer as well.
    if (end === null && reader.said !== null) end = 'stop'
    if (end === null) throw new ChatModelUnavailable(`${name} broke off in the middle of its answer.`, 5)
    if (end === 'length' && reader.given === 0)
      throw new ChatModelUnavailable(`${name} was cut off before it gave any evidence.`, 30)
    const usage = usageOf(prompt, written, counted)
    if (reader.dropped > 0)
      this.#log.warn({ model: this.model, dropped: reader.dropped }, 'quotes that no passage holds')
    const isUnproven = reader.isUnproven
    yield { type: 'outcome', outcome: reader.outcome(end), usage, ...(isUnproven ? { isUnproven } : {}) }
  }

  #endOf({ finish }: ChatDelta, written: string): StreamEnd | null {
    if (finish === 'declined') throw new ChatModelDeclined(`${name} declined the content.`)
    if (finish === 'length' || written.length > this.#answerTokens * unitsPerTokenMax) return 'length'
    return finish === null ? null : 'stop'
  }

  /** The engine's stream, retried on transient errors until its first word. */
  async *#deltas(prompt: ChatPrompt, deadline: AnswerDeadline): AsyncIterable<ChatDelta> {
    this.#budget.earn()
    for (let tried = 1; ; tried++) {
      const attempt = { hasBegun: false, settings: this.#call.settings }
      try {
        yield* this.#attempt(prompt, deadline, attempt)
        return
      } catch (error) {
        const trouble = attempt.hasBegun || deadline.signal.aborted ? null : engineTrouble(error)
        if (!trouble || !(await this.#mayRetry(trouble, { ...attempt, tried }, deadline.signal))) throw error
        this.#log.warn({ model: this.model, tried, why: trouble.why }, 'the model is asked again')
      }
    }
  }

  async *#attempt(prompt: ChatPrompt, deadline: AnswerDeadline, attempt: Attempt): AsyncIterable<ChatDelta> {
    const { settings } = attempt
    for await (const delta of this.#call.stream(prompt, { signal: deadline.signal, settings })) {
      if (delta.text !== '') attempt.hasBegun = true
      if (attempt.hasBegun || delta.isThinking) deadline.goOn()
      yield delta
    }
    // The client library ends an aborted stream as if it were complete.
    deadline.signal.throwIfAborted()
  }

  /** Without a rejected setting, if this attempt had it; another may have left it out meanwhile. */
  async #mayRetry(
    trouble: EngineTrouble,
    { settings, tried }: Attempt & { readonly tried: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    if (trouble.parameter === undefined) return retryPause(trouble, { tried, budget: this.#budget, signal })
    this.#call.leaveOut(trouble.parameter)
    return settings.has(trouble.parameter)
  }

  #failure(error: unknown): unknown {
    if (error instanceof TooSlow) return new ChatModelUnavailable(`${name} ${error.message}.`, 10)
    const trouble = engineTrouble(error)
    if (!trouble) return error
    const sentence = `${name} ${trouble.why}.`
    if (trouble.kind === 'declined') return new ChatModelDeclined(sentence)
    return new ChatModelUnavailable(sentence, wholeSeconds(trouble))
  }
}

function usageOf(prompt: ChatPrompt, written: string, counted: ChatDelta['usage']): TokenUsage {
  if (counted) return { ...counted, isEstimate: false }
  const promptTokens = tokenEstimate(prompt.system) + tokenEstimate(prompt.user)
  return { promptTokens, answerTokens: tokenEstimate(written), isEstimate: true }
}
