import { CodedError } from '@portal/service-kit/coded-error'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { every, sleep } from '@portal/service-kit/sleep'
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { ChatPorts } from '../ports.ts'
import { answerStreams } from '../stored-streams/answer-streams-schema.ts'
import { type RunningAnswer, Stopped } from './running-answer.ts'

/** How soon another process's request to stop is noticed. */
const beatMs = 400
/** A process that is silent for so long has died; a busy one may be late. */
const leaseMs = 10_000
const renewedBeforeMs = 7000
/** Within the time that a process has to stop in good order. */
const finishWithinMs = 12_000

/** The answers that this process works on, by the id of their stream. */
export class RunningAnswers {
  readonly #answers = new Map<string, RunningAnswer>()
  #beat: () => Promise<void> = async () => {}
  #beating: { stop(): Promise<void> } | null = null
  #failed: (error: unknown) => void = () => {}
  /** The service stops: who follows an answer of another process goes on elsewhere. */
  isLeaving = false
  /** Its own answers have had their time: nothing begins here any more. */
  isClosed = false

  get size(): number {
    return this.#answers.size
  }

  get all(): RunningAnswer[] {
    return [...this.#answers.values()]
  }

  get(id: string): RunningAnswer | undefined {
    return this.#answers.get(id)
  }

  /** Calls `beat` now and then as long as there are answers. */
  keep(beat: () => Promise<void>, failed: (error: unknown) => void): void {
    this.#beat = beat
    this.#failed = failed
    this.isLeaving = false
    this.isClosed = false
  }

  add(answer: RunningAnswer): void {
    this.#answers.set(answer.id, answer)
    this.#beating ??= every(beatMs, () => this.#beat(), this.#failed)
  }

  delete(id: string): void {
    this.#answers.delete(id)
    if (this.#answers.size > 0) return
    void this.#beating?.stop()
    this.#beating = null
  }
}

const ofServices = new WeakMap<ChatPorts, RunningAnswers>()

/** Those of the service that has these ports: what its requests and its background work share. */
export function runningAnswers(ports: ChatPorts): RunningAnswers {
  const known = ofServices.get(ports) ?? new RunningAnswers()
  ofServices.set(ports, known)
  return known
}

/** Until when an answer counts as worked on. */
export const leaseEnd = sql`now() + ${leaseMs} * interval '1 millisecond'`

/**
 * Keeps the leases of this process's answers and stops those whose askers asked another process
 * to. When the service stops, its answers get the time to be finished, those asked meanwhile too.
 */
export function keepAnswers({ ports, log, platformTx }: ServiceScope<ChatPorts>): { stop(): Promise<void> } {
  const running = runningAnswers(ports)
  const beat = async () => {
    const { all } = running
    const here = and(
      inArray(answerStreams.organizationId, [...new Set(all.map(({ organizationId }) => organizationId))]),
      inArray(
        answerStreams.id,
        all.map(({ id }) => id),
      ),
    )
    const renewedBefore = sql`now() + ${renewedBeforeMs} * interval '1 millisecond'`
    const stopped = await platformTx(async (db) => {
      await db
        .update(answerStreams)
        .set({ leaseUntil: leaseEnd })
        .where(and(here, eq(answerStreams.state, 'running'), lt(answerStreams.leaseUntil, renewedBefore)))
      const asked = and(here, isNotNull(answerStreams.stopRequestedAt))
      return db.select({ id: answerStreams.id }).from(answerStreams).where(asked)
    })
    for (const { id } of stopped) running.get(id)?.halt(new Stopped())
  }
  running.keep(beat, (error) => log.warn({ err: error }, 'the leases of answers were not kept'))
  return {
    stop: async () => {
      running.isLeaving = true
      const halted = Date.now() + finishWithinMs
      while (running.size > 0) {
        const over = Promise.all(running.all.map((answer) => answer.over))
        await Promise.race([over, sleep(Math.max(50, halted - Date.now()))])
        if (Date.now() >= halted) for (const answer of running.all) answer.halt(interrupted())
      }
      running.isClosed = true
    },
  }
}

/** Work on an answer that ended without a result. */
export function interrupted(): CodedError {
  const message = 'The answer was interrupted. Please ask again.'
  return new CodedError('not_ready', message, { retryAfterSeconds: 1 })
}

/** Streams of one transaction, with the dozens of events of each. */
const forgottenAtOnce = 1000

/**
 * Nobody resumes what ended an hour ago; the answer itself is in its conversation. A busy hour's
 * are too many for one transaction.
 */
export async function forgetOldStreams({
  platformTx,
}: Pick<ServiceScope<ChatPorts>, 'platformTx'>): Promise<void> {
  const { organizationId, id, createdAt } = answerStreams
  for (let forgotten = forgottenAtOnce; forgotten === forgottenAtOnce; )
    forgotten = await platformTx(async (db) => {
      const isOld = lt(createdAt, sql`now() - interval '1 hour'`)
      const some = db.select({ organizationId, id }).from(answerStreams).where(isOld).limit(forgottenAtOnce)
      const gone = await db
        .delete(answerStreams)
        .where(sql`(${organizationId}, ${id}) in ${some}`)
        .returning({ id })
      return gone.length
    })
}
