import type { AnswerPart, ChatModel } from '@portal/service-kit/ports/chat-model'

/** A model that says what a test has it say, when it says so. */
export class ScriptedModel implements ChatModel {
  readonly model = 'scripted'
  /** Calls that have ended because the asker wanted no more. */
  stopped = 0
  asked = 0
  #left: (AnswerPart | Error)[] = []
  #said = Promise.withResolvers<void>()

  /** The next parts; an error breaks off; an outcome ends the answer. */
  say(...parts: readonly (AnswerPart | Error)[]): void {
    this.#left.push(...parts)
    const { resolve } = this.#said
    this.#said = Promise.withResolvers()
    resolve()
  }

  /** Forgets what was not said. */
  forget(): void {
    this.#left = []
  }

  async *answer({ signal }: Parameters<ChatModel['answer']>[0]): AsyncIterable<AnswerPart> {
    this.asked += 1
    const gone = Promise.withResolvers<never>()
    gone.promise.catch(() => 'whoever waits gets it')
    signal?.addEventListener('abort', () => gone.reject(signal.reason), { once: true })
    for (;;) {
      const part = this.#left.shift()
      if (part instanceof Error) throw part
      if (part) yield part
      if (part?.type === 'outcome') return
      if (part) continue
      try {
        await Promise.race([this.#said.promise, gone.promise])
      } catch (error) {
        this.stopped += 1
        throw error
      }
    }
  }

  async check(): Promise<void> {}
}
