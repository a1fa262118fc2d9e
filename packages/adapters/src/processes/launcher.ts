import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '@portal/service-kit/threads/bare-environment'
import { type LaunchMessage, type LaunchOrder, type ProcessEnd, pipesOf } from './launch-protocol.ts'
import { sendSignal } from './running-process.ts'

/** A launched process and its pipes. */
export interface LaunchedProcess {
  readonly pid: number
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket
  /** Resolves once it has exited and what it wrote has been read. */
  readonly ended: Promise<ProcessEnd>
  /** Sends SIGKILL, unless it has ended. */
  kill(): void
  /** Whether the end of this process waits for that one's, as it does at first. */
  hold(isHeld: boolean): void
}

interface Launch {
  readonly started: PromiseWithResolvers<number>
  readonly exited: PromiseWithResolvers<ProcessEnd>
}

/**
 * Starts processes by way of a small one. To start one of its own, a process copies the page tables
 * of all its memory and answers nobody meanwhile: 10 to 30 ms for half a gigabyte.
 */
export class Launcher {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #launches = new Map<number, Launch>()
  readonly #held = new Set<number>()
  #lastId = 0
  #hasEnded = false

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child
    this.#folder = folder
    child.on('message', (message) => this.#receive(asLaunchMessage(message)))
    child.on('exit', () => this.#end())
    this.#hold(0, false)
  }

  /** Call early, while this process is small. The launcher ends with this process. */
  static async open(): Promise<Launcher> {
    const folder = await mkdtemp(join(tmpdir(), 'launcher-'))
    const child = fork(new URL('./launcher-process.ts', import.meta.url), [folder], {
      detached: true,
      env: bareEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const exited = once(child, 'exit').then(() => {
      throw new Error('The launcher of processes did not start.')
    })
    exited.catch(() => 'thrown below, or long after the start')
    await Promise.race([once(child, 'message'), exited])
    return new Launcher(child, folder)
  }

  /** False once it has ended, and its processes with it. */
  get isUsable(): boolean {
    return !this.#hasEnded
  }

  /**
   * Starts a process without an environment, which leads a session of its own. Rejects if that
   * fails.
   */
  async launch(command: string, args: readonly string[]): Promise<LaunchedProcess> {
    this.#lastId += 1
    const id = this.#lastId
    const launch: Launch = { started: Promise.withResolvers(), exited: Promise.withResolvers() }
    this.#launches.set(id, launch)
    this.#hold(id, true)
    // The launcher takes orders and pipes in this order, so nothing comes between these lines.
    const [stdin, stdout, stderr] = [this.#connect(), this.#connect(), this.#connect()]
    this.#send({ launch: { id, command, args } })
    const pipes = [stdin, stdout, stderr]
    const closed = [stdout, stderr].map((pipe) => new Promise((resolve) => pipe.once('close', resolve)))
    const ended = Promise.all([launch.exited.promise, ...closed]).then(([end]) => end)
    try {
      const [pid] = await Promise.all([launch.started.promise, ...pipes.map((pipe) => once(pipe, 'connect'))])
      void launch.exited.promise.then(() => stdin.destroy())
      const hold = (isHeld: boolean) => {
        for (const pipe of pipes) isHeld ? pipe.ref() : pipe.unref()
        this.#hold(id, isHeld && this.#launches.has(id))
      }
      return { pid, stdin, stdout, stderr, ended, hold, kill: () => this.#send({ kill: id }) }
    } catch (error) {
      this.#forget(id)
      for (const pipe of pipes) pipe.destroy()
      throw error
    }
  }

  #connect(): Socket {
    const pipe = connect(pipesOf(this.#folder))
    // The process's end says what is lost with it.
    return pipe.on('error', () => undefined)
  }

  #send(order: LaunchOrder): void {
    if (!this.#hasEnded) this.#child.send(order, () => undefined)
  }

  #receive(message: LaunchMessage): void {
    const launch = this.#launches.get(message.id)
    if (!launch) return
    if ('pid' in message) launch.started.resolve(message.pid)
    else if ('failure' in message) launch.started.reject(new Error(message.failure))
    else {
      this.#forget(message.id)
      launch.exited.resolve(message.end)
    }
  }

  #forget(id: number): void {
    this.#launches.delete(id)
    this.#hold(id, false)
  }

  #hold(id: number, isHeld: boolean): void {
    if (isHeld) this.#held.add(id)
    else this.#held.delete(id)
    for (const handle of [this.#child, this.#child.channel])
      if (this.#held.size > 0) handle?.ref()
      else handle?.unref()
  }

  /** Where nothing ties their lives to the launcher's, its processes must not go on without it. */
  #end(): void {
    this.#hasEnded = true
    for (const { started, exited } of this.#launches.values()) {
      started.reject(new Error('The launcher of processes has ended.'))
      void started.promise.then((pid) => sendSignal(pid, 'SIGKILL')).catch(() => undefined)
      exited.resolve({ code: null, signal: 'SIGKILL' })
    }
    this.#launches.clear()
    this.#held.clear()
    void rm(this.#folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Safe: only our own program writes to this channel. */
function asLaunchMessage(message: unknown): LaunchMessage {
  return message as LaunchMessage
}
