import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Citation } from '@portal/contracts/chat'
import type { RetrievedPassage, TextSpan } from '@portal/contracts/retrieval'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'
import { verifyCitations } from './cite.ts'
import { composeAnswer, type Draft, DraftReader } from './compose-answer.ts'

/** A part of an answer that was checked: text that continues the one before, with its citations. */
export interface CheckedText {
  readonly content: string
  readonly citations: readonly Citation[]
}

interface Checking {
  readonly supplied: readonly RetrievedPassage[]
  /** Whether each span is in the stored text. */
  readonly verify: (spans: readonly TextSpan[]) => Promise<readonly boolean[]>
  /** Receives each checked part, while the model goes on. */
  readonly onText?: ((text: CheckedText) => Promise<void>) | undefined
}

/**
 * Checks a model's parts while they come, and composes the answer. Statements that are whole when a
 * check begins are checked together: one call for an answer that is there at once.
 */
export async function checkAnswer(parts: AsyncIterable<AnswerPart>, checking: Checking) {
  const reader = new DraftReader(checking.supplied)
  const checks = new StatementChecks(reader, checking)
  for await (const part of parts) {
    reader.add(part)
    checks.begin()
  }
  await checks.end()
  const { draft, last } = reader
  const answer = composeAnswer(draft, checks.valid)
  const isUnproven =
    last?.isUnproven === true || (answer.outcome === 'no_evidence' && checks.valid.includes(false))
  return { answer, usage: draft.usage, closest: draft.closest, isUnproven }
}

class StatementChecks {
  readonly #reader: DraftReader
  readonly #checking: Checking
  /** Whether each citation of the draft holds, as far as they are checked. */
  readonly valid: boolean[] = []
  #sent = { content: '', citations: 0 }
  #running: Promise<void> | null = null

  constructor(reader: DraftReader, checking: Checking) {
    this.#reader = reader
    this.#checking = checking
  }

  /** Checks what is whole, unless a check is running; then its end begins the next one. */
  begin(): void {
    if (this.#running || this.#reader.draft.citations.length === this.valid.length) return
    this.#running = this.#checkAll()
    // A model that fails as well is what the asker hears of.
    this.#running.catch(() => 'rejects end() too')
  }

  /** Resolves when everything that came is checked. */
  async end(): Promise<void> {
    await this.#running
    this.begin()
    await this.#running
  }

  async #checkAll(): Promise<void> {
    // What a model gives at once is one check.
    await nextTurn()
    for (let draft = this.#reader.draft; draft.citations.length > this.valid.length; ) {
      const citations = draft.citations.slice(this.valid.length)
      this.valid.push(...(await verifyCitations(citations, this.#checking.verify)))
      await this.#send(draft)
      draft = this.#reader.draft
    }
    this.#running = null
  }

  /** Only what continues the text so far; the finished answer replaces it all. */
  async #send(draft: Draft): Promise<void> {
    const { onText } = this.#checking
    if (!onText || this.#reader.last?.outcome === 'no_evidence') return
    const { content, citations } = composeAnswer({ ...draft, outcome: 'answered' }, this.valid)
    if (citations.length === this.#sent.citations || !content.startsWith(this.#sent.content)) return
    const added = {
      content: content.slice(this.#sent.content.length),
      citations: citations.slice(this.#sent.citations),
    }
    this.#sent = { content, citations: citations.length }
    await onText(added)
  }
}
