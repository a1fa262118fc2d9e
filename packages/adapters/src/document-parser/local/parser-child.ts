import type { ParsableFile, ParsedBlock, ParseFailure } from '@portal/service-kit/ports/document-parser'
import type { ProcessEnd } from '../../processes/launch-protocol.ts'
import type { LaunchedProcess } from '../../processes/launcher.ts'
import { parseError } from '../failure-messages.ts'
import type { PageRange, ParsedPart } from './page-ranges.ts'
import { type ProcessUsage, readProcessUsage } from './process-usage.ts'
import { carriedMax, type carriedPages, type FileHeader, parsedLimits, type RangeBudget } from './protocol.ts'
import { readChildLine } from './read-child-line.ts'

/** Limits for one file. Time in which others have the processor counts in none of them. */
export interface FileLimits extends Omit<ProcessUsage, 'waitedSeconds'> {
  readonly wallMs: number
}

/** A file with the pages of it to read, or such pages that other processes have read. */
export interface FilePart extends Omit<ParsableFile, 'type'>, PageRange {
  readonly type: ParsableFile['type'] | typeof carriedPages
  readonly budget?: RangeBudget | undefined
}

const watchEveryMs = 25
/** JSON takes up to six bytes per character; the rest is the frame of each line. */
const outputBytesMax = parsedLimits.charactersMax * 6 + parsedLimits.blocksMax * 100
const errorTailBytes = 2_000

interface Reading {
  readonly blocks: ParsedBlock[]
  carried: string
  readonly outcome: PromiseWithResolvers<ParsedPart>
  bytes: number
}

/** A confined process that reads one file at a time; its output is validated before use. */
export class ParserChild {
  readonly #process: LaunchedProcess
  #isUsable = true
  #reading: Reading | null = null
  #pendingLine: Buffer[] = []
  #errorTail = ''
  /** Usage after the last file, which decides about reuse. */
  lastUsage: ProcessUsage = { residentBytes: 0, cpuSeconds: 0, waitedSeconds: 0 }
  filesRead = 0
  /** The page of a PDF that it came to, and the number of pages. */
  reached: { readonly page: number; readonly of: number } | null = null

  constructor(launched: LaunchedProcess) {
    this.#process = launched
    const { stdin, stdout } = launched
    void launched.ended.then((end) => this.#settle(this.#deathOf(end)))
    stdin.on('error', () => this.kill())
    stdin.on('close', () => {
      this.#isUsable = false
    })
    stdout.on('data', (chunk: Buffer) => {
      this.#receive(chunk)
      // Requests have their turn between chunks: a large text arrives faster than it is validated.
      stdout.pause()
      setImmediate(() => stdout.resume())
    })
    this.#process.stderr.on('data', (chunk: Buffer) => {
      this.#errorTail = (this.#errorTail + chunk.toString('utf8')).slice(-errorTailBytes)
    })
  }

  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Kills the process; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#isUsable = false
    this.#process.kill()
    await this.#process.ended
  }

  /** Lets the parent exit while this process is idle; it ends with its input. */
  setIdle(isIdle: boolean): void {
    this.#process.hold(!isIdle)
  }

  /** Reads a file within limits. Throws DocumentParseError if the file is at fault. */
  async read({ content, type, signal, ...range }: FilePart, limits: FileLimits): Promise<ParsedPart> {
    signal?.throwIfAborted()
    const outcome = Promise.withResolvers<ParsedPart>()
    this.reached = null
    this.#reading = { blocks: [], carried: '', outcome, bytes: 0 }
    const abort = () => this.#stop(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'))
    signal?.addEventListener('abort', abort, { once: true })
    const endWatch = this.#watch(limits)
    const { from, to, budget } = range
    const asked = { from, ...(to && { to }), ...(budget && { budget }) }
    const header: FileHeader = { type, sizeBytes: content.byteLength, ...asked }
    this.#process.stdin.write(`${JSON.stringify(header)}\n`)
    this.#process.stdin.write(content)
    try {
      const parsed = await outcome.promise
      this.filesRead++
      this.lastUsage = (await readProcessUsage(this.#process.pid)) ?? this.lastUsage
      return parsed
    } finally {
      signal?.removeEventListener('abort', abort)
      endWatch()
    }
  }

  /** Samples usage every 25 ms and stops the process at the first exceeded limit. */
  #watch(limits: FileLimits): () => void {
    const before = this.lastUsage
    const begunAt = performance.now()
    let timer: NodeJS.Timeout | undefined
    const look = async () => {
      const usage = await readProcessUsage(this.#process.pid)
      if (this.#reading === null) return
      this.lastUsage = usage ?? this.lastUsage
      const { residentBytes, cpuSeconds, waitedSeconds } = this.lastUsage
      const wallMs = performance.now() - begunAt - 1000 * (waitedSeconds - before.waitedSeconds)
      if (residentBytes > limits.residentBytes) this.#fail('memory_limit')
      else if (cpuSeconds - before.cpuSeconds > limits.cpuSeconds || wallMs > limits.wallMs)
        this.#fail('time_limit')
      else lookLater()
    }
    const lookLater = () => {
      const cannotLook = (cause: unknown) => this.#stop(new Error('The parser cannot be watched.', { cause }))
      timer = setTimeout(() => look().catch(cannotLook), watchEveryMs)
    }
    lookLater()
    return () => clearTimeout(timer)
  }

  #receive(chunk: Buffer): void {
    if (this.#reading !== null) this.#reading.bytes += chunk.byteLength
    if ((this.#reading?.bytes ?? 0) > outputBytesMax) this.#fail('too_large_inside')
    let start = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#pendingLine.push(chunk.subarray(start, end))
      const line = Buffer.concat(this.#pendingLine).toString('utf8')
      this.#pendingLine = []
      start = end + 1
      this.#receiveLine(line)
    }
    if (start < chunk.byteLength) this.#pendingLine.push(chunk.subarray(start))
  }

  #receiveLine(text: string): void {
    const line = readChildLine(text)
    const reading = this.#reading
    if (line === null) this.#stop(new Error('The output of the parser is invalid.'))
    else if ('ready' in line) return
    else if (reading === null) void this.kill()
    else if ('reached' in line) this.reached = line.reached
    else if ('done' in line) this.#settle({ ...resultOf(reading), ...line.done })
    else if ('carried' in line) this.#receiveCarried(reading, line.carried)
    else if ('failure' in line)
      this.#settle(parseError(line.failure.reason, { message: line.failure.message }))
    else if (reading.blocks.push(line.block) > parsedLimits.blocksMax) this.#fail('too_large_inside')
  }

  /** Checked by the line: what its file has taken over sends more than one that reads it. */
  #receiveCarried(reading: Reading, pages: string): void {
    if (reading.carried.length + pages.length > carriedMax) this.#fail('too_large_inside')
    else reading.carried += pages
  }

  #fail(reason: ParseFailure): void {
    this.#stop(parseError(reason))
  }

  #stop(error: Error): void {
    this.#settle(error)
    void this.kill()
  }

  #settle(outcome: ParsedPart | Error): void {
    const reading = this.#reading
    this.#reading = null
    if (outcome instanceof Error) reading?.outcome.reject(outcome)
    else reading?.outcome.resolve(outcome)
  }

  /** Why the process died. Out of memory is the file's fault; anything else is worth a retry. */
  #deathOf({ code, signal }: ProcessEnd): Error {
    if (/out of memory|allocation failed|bad_alloc/i.test(this.#errorTail)) return parseError('memory_limit')
    if (signal === 'SIGXCPU') return parseError('time_limit')
    const cause = new Error(`The parser ended with ${signal ?? code}: ${this.#errorTail.trim().slice(-500)}`)
    return new Error('The parser stopped unexpectedly.', { cause })
  }
}

function resultOf({ blocks, carried }: Reading): Pick<ParsedPart, 'blocks' | 'carried'> {
  return { blocks, ...(carried !== '' && { carried }) }
}
