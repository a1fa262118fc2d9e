import type { DocumentParser, ParsableFile, ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { Launcher } from '../processes/launcher.ts'
import { type Confinement, confine } from './local/confinement.ts'
import { type FailedPart, type PageRange, type ParsedPart, readInRanges } from './local/page-ranges.ts'
import { type FileLimits, type FilePart, ParserChild } from './local/parser-child.ts'
import { carriedPages, type RangeBudget } from './local/protocol.ts'
import { isEarlierReader } from './local/reader-names.ts'

const megabyte = 1024 * 1024
/** Limits per file (architecture.md §7) and concurrent files. */
const defaults = {
  concurrency: 3,
  limits: { residentBytes: 512 * megabyte, cpuSeconds: 20, wallMs: 120_000 },
} as const

/** A second line of defence in case the parent is too busy to watch. */
const systemLimits = { heapBytes: 384 * megabyte, growthBytes: 512 * megabyte, cpuSeconds: 45 }
/** Beyond these a process is replaced; after `idleMs` without work it is ended. */
const reuse = { filesMax: 500, residentBytesMax: 256 * megabyte, cpuSecondsMax: 20, idleMs: 10_000 }

interface LocalParserOptions {
  readonly concurrency?: number
  readonly limits?: Partial<FileLimits>
  /** What a process spends on pages of a PDF before another goes on. */
  readonly budget?: RangeBudget
}

interface IdleChild {
  readonly child: ParserChild
  readonly group: string
  readonly timer: NodeJS.Timeout
}

/**
 * Reads PDF, DOCX and TXT in a few confined child processes ({@link confine}); further files queue.
 * A process is reused only within a group and only after successes; every failure ends it. The
 * parent survives whatever happens in a child.
 */
export class LocalDocumentParser implements DocumentParser {
  readonly #confinement: Confinement
  readonly #limits: FileLimits
  readonly #concurrency: number
  readonly #budget: RangeBudget | undefined
  readonly #queue: WorkQueue
  readonly #idle: IdleChild[] = []
  #launcher: Promise<Launcher>

  private constructor(launcher: Launcher, confinement: Confinement, options: LocalParserOptions) {
    this.#launcher = Promise.resolve(launcher)
    this.#confinement = confinement
    this.#limits = { ...defaults.limits, ...options.limits }
    this.#concurrency = options.concurrency ?? defaults.concurrency
    this.#budget = options.budget
    this.#queue = new WorkQueue(this.#concurrency)
  }

  /** Probes once how far this machine can confine a process. */
  static async open(options: LocalParserOptions = {}): Promise<LocalDocumentParser> {
    return new LocalDocumentParser(
      await Launcher.open(),
      await confine(new URL('./local/child/parser-process.ts', import.meta.url), systemLimits),
      options,
    )
  }

  /** What confines the children on this machine. */
  get holds(): Confinement['holds'] {
    return this.#confinement.holds
  }

  parse(file: ParsableFile): Promise<ParsedDocument> {
    const readPart = (range: PageRange) => this.#read({ ...file, ...range, budget: this.#budget })
    const joinParts = (carried: readonly string[]) =>
      this.#read({ ...file, type: carriedPages, content: Buffer.from(carried.join('\n')), from: 1 })
    return this.#queue.run(() => readInRanges({ readPart, joinParts }), file.signal)
  }

  isEarlier(parser: string): boolean {
    return isEarlierReader(parser)
  }

  /** Its processes belong to this service: nothing can be unreachable. */
  async check(): Promise<void> {}

  async #read(file: FilePart): Promise<ParsedPart | FailedPart> {
    const child = this.#take(file.group) ?? (await this.#start())
    try {
      const parsed = await child.read(file, this.#limits)
      const mayStay = file.group !== undefined && parsed.nextPage === undefined && mayReadMore(child)
      if (file.group !== undefined && mayStay) this.#keep(child, file.group)
      else await child.kill()
      return parsed
    } catch (failure) {
      await child.kill()
      return { failure, reached: child.reached }
    }
  }

  async #start(): Promise<ParserChild> {
    const opened = this.#launcher
    const isUsable = await opened.then(
      (launcher) => launcher.isUsable,
      () => false,
    )
    if (!isUsable && this.#launcher === opened) this.#launcher = Launcher.open()
    const launcher = await this.#launcher
    return new ParserChild(await launcher.launch(this.#confinement.command, this.#confinement.arguments))
  }

  /** An idle process of the group, if any. Idle ones of other groups make room. */
  #take(group: string | undefined): ParserChild | null {
    const same = this.#idle.find((idle) => idle.group === group && idle.child.isUsable)
    if (same !== undefined) {
      this.#forget(same)
      same.child.setIdle(false)
      return same.child
    }
    const [oldest] = this.#idle
    if (oldest !== undefined && this.#idle.length + this.#queue.running > this.#concurrency) this.#end(oldest)
    return null
  }

  #keep(child: ParserChild, group: string): void {
    const timer = setTimeout(() => this.#end(idle), reuse.idleMs)
    const idle = { child, group, timer }
    timer.unref()
    child.setIdle(true)
    this.#idle.push(idle)
  }

  #end(idle: IdleChild): void {
    this.#forget(idle)
    void idle.child.kill()
  }

  #forget(idle: IdleChild): void {
    clearTimeout(idle.timer)
    this.#idle.splice(this.#idle.indexOf(idle), 1)
  }
}

function mayReadMore({ filesRead, lastUsage, isUsable }: ParserChild): boolean {
  const { residentBytes, cpuSeconds } = lastUsage
  const isSmall = residentBytes < reuse.residentBytesMax && cpuSeconds < reuse.cpuSecondsMax
  return isUsable && isSmall && filesRead < reuse.filesMax
}
