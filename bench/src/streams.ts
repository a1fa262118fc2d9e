import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { passportHeader } from '@portal/contracts/passport'
import { interleaved } from './measure/interleaved.ts'
import { type Result, tables } from './measure/report.ts'
import { questions } from './streams/questions.ts'
import type { MemoryRequest, Ready } from './streams/report-memory.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--streams', '20']

/** Answers that are followed, of as many people. */
const answersFollowed = 20

/**
 * What an open stream of an answer holds in memory, against an open stream of Hono that sends one
 * event: a stream that is followed, one with the answer that is worked on behind it, and what that
 * answer is made from alone. `--rounds` (8), `--streams` (100).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '8' }, streams: { type: 'string', default: '100' } },
  })
  const [rounds, count] = [Number(values.rounds), Number(values.streams)]
  await using opened = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  opened.defer(() => postgres.stop())
  const bare = opened.use(await Streaming.start('bare-stream-process.ts'))
  const ours = opened.use(await Streaming.start('answer-stream-process.ts', postgres.adminUrl))
  const rows = await interleaved(
    [
      { name: 'a bare Hono stream', round: () => bare.kilobytesPerStream(count) },
      { name: 'a stream that follows an answer', round: () => ours.kilobytesPerFollower(count) },
      { name: 'a stream with its answer under way', round: () => ours.kilobytesPerStream(count) },
      {
        name: 'the same, made from one sentence',
        round: () => ours.kilobytesPerStream(count, questions.short),
      },
      { name: 'the passages of an answer alone', round: () => ours.kilobytesPerCopy(count) },
    ],
    rounds,
  )
  const [, follower, underWay, ofSentence, passages] = rows.map(({ ratio }) => ratio.toFixed(2))
  const verdict = `An open stream holds ${follower} times what a bare stream holds (reach 1.5). With the answer that is worked on behind it, it holds ${underWay} times as much, of which ${passages} are the twelve passages of 1,600 characters that the answer is made from and checked against, until it is whole; made from one sentence, it holds ${ofSentence} times as much.`
  return [
    tables('streams', rounds, [
      { title: `Memory of ${count} open streams, each`, unit: 'KB', rows, verdict },
    ]),
  ]
}

interface OpenStream {
  readonly signal: AbortSignal
  readonly question?: string
  /** The answer to follow; without one, the question is asked. */
  readonly following?: string | undefined
}

class Streaming implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #ready: Ready

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child
    this.#ready = ready
  }

  static async start(file: string, ...args: readonly string[]): Promise<Streaming> {
    const path = fileURLToPath(new URL(`streams/${file}`, import.meta.url))
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--disable-warning=ExperimentalWarning', path, ...args],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    const [ready] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
    ])
    return new Streaming(child, ready)
  }

  async kilobytesPerStream(count: number, question: string = questions.long): Promise<number> {
    const before = await this.#bytes()
    const leaving = new AbortController()
    const open = await Promise.all(
      Array.from({ length: count }, (_, at) => this.#open(at, { signal: leaving.signal, question })),
    )
    const during = await this.#bytes()
    leaving.abort()
    // An answer goes on without a reader.
    await Promise.all(open.map(({ stop }) => stop()))
    return (during - before) / count / 1024
  }

  /** The same for streams of answers that are under way anyhow. */
  async kilobytesPerFollower(count: number): Promise<number> {
    const answers = new AbortController()
    const open = await Promise.all(
      Array.from({ length: answersFollowed }, (_, at) => this.#open(at, { signal: answers.signal })),
    )
    const before = await this.#bytes()
    const leaving = new AbortController()
    await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const id = open[at % answersFollowed]?.id
        return this.#open(at % answersFollowed, { signal: leaving.signal, following: id })
      }),
    )
    const during = await this.#bytes()
    leaving.abort()
    answers.abort()
    await Promise.all(open.map(({ stop }) => stop()))
    return (during - before) / count / 1024
  }

  /** Of what an answer is made from, without stream and answer. */
  async kilobytesPerCopy(count: number): Promise<number> {
    const before = await this.#bytes({ copies: 0 })
    const during = await this.#bytes({ copies: count })
    await this.#bytes({ copies: 0 })
    return (during - before) / count / 1024
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }

  /** Resolves when its text has come; then the stream stays open. */
  async #open(at: number, { signal, question = questions.long, following }: OpenStream) {
    const { url, passport } = this.#ready
    const passports = passport.split(' ')
    const headers = {
      'content-type': 'application/json',
      [passportHeader]: passports[at % passports.length] ?? '',
    }
    const body = JSON.stringify({ question })
    const response = following
      ? await fetch(`${url}/api/chat/streams/${following}`, { headers, signal })
      : await fetch(`${url}/api/chat/stream`, { method: 'POST', headers, body, signal })
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`)
    const reader = response.body.getReader()
    let text = ''
    while (!text.includes('event: text')) {
      const { value, done } = await reader.read()
      if (done) throw new Error('The stream ended before its text.')
      text += Buffer.from(value).toString()
    }
    const [, id] = /"streamId":"([^"]+)"/.exec(text) ?? []
    const stop = async () => {
      if (id) await fetch(`${url}/api/chat/streams/${id}/stop`, { method: 'POST', headers })
    }
    return { id, stop }
  }

  async #bytes(request: MemoryRequest = {}): Promise<number> {
    const answer = once(this.#child, 'message')
    this.#child.send(request)
    const [{ bytes }] = await answer
    return bytes
  }
}
