import {
  type MisbehavingModel,
  promptOf,
  startMisbehavingModel,
} from '@portal/testkit/models/misbehaving-model'
import type { ModelPrompt } from '@portal/testkit/models/model-turn'
import { questionOf, quotingReader } from '@portal/testkit/models/prompt-readers'

/** Nobody of the demo asks it, so that only this journey's answers are slow. */
export const slowQuestion = 'What does a passenger add per kilometre?'

/**
 * A model that speaks slowly when it is asked the one question. To others it says nothing that a
 * document bears out, so that their passages are quoted as without a model.
 */
export class SlowModel {
  /** After its first statement it says so many words more. */
  wordsMore = 0
  /** Whether its quotations are of the documents. */
  isTrue = true
  #server: MisbehavingModel | null = null

  async start(): Promise<{ readonly MODEL_URL: string }> {
    this.wordsMore = 0
    this.isTrue = true
    this.#server = await startMisbehavingModel({ reads: (prompt) => this.#speak(prompt) })
    this.#server.usual = { tokenMs: 20 }
    return { MODEL_URL: this.#server.url }
  }

  /** How often it was asked the question. */
  get timesAsked(): number {
    const prompts = this.#server?.asked.map(promptOf) ?? []
    return prompts.filter((prompt) => questionOf(prompt) === slowQuestion).length
  }

  /** Answers that it is giving now. */
  get underWay(): number {
    return this.#server?.underWay ?? 0
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }

  #speak(prompt: ModelPrompt): string {
    if (questionOf(prompt) !== slowQuestion) return 'So it is.\nOUTCOME: answered'
    const statement = quotingReader(prompt).replace(/\nOUTCOME: \w+$/, '')
    const proven = this.isTrue ? statement : statement.replaceAll('0.05', '0.50')
    return `${proven} ${'and so on '.repeat(this.wordsMore / 3)}\nOUTCOME: answered`
  }
}
