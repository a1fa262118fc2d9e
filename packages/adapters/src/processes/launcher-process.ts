import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { sleep } from '@portal/service-kit/sleep'
import { type Demotion, type LaunchMessage, type LaunchOrder, pipesOf } from './launch-protocol.ts'

// Starts processes for its parent, which connects to their pipes here, and ends with it.
const folder = process.argv[2] ?? ''
const pipes: Socket[] = []
const orders: Extract<LaunchOrder, { launch: object }>['launch'][] = []
const running = new Map<number, ChildProcess>()

function launchSome(): void {
  while (pipes.length >= 3) {
    const order = orders.shift()
    if (!order) return
    launch(order, pipes.splice(0, 3))
  }
}

function launch({ id, command, args }: (typeof orders)[number], stdio: Socket[]): void {
  const child = spawn(command, args, { env: {}, stdio, detached: true })
  // They are the child's now, and end with it.
  for (const pipe of stdio) pipe.destroy()
  running.set(id, child)
  child.once('spawn', () => say({ id, pid: child.pid ?? 0 }))
  child.once('error', ({ message }) => say({ id, failure: message }))
  child.once('exit', (code, signal) => {
    running.delete(id)
    say({ id, end: { code, signal } })
  })
}

function say(message: LaunchMessage): void {
  process.send?.(message, () => undefined)
}

function demote(pid: number | undefined, { niceness, session }: Demotion): void {
  if (pid === undefined) return
  for (const thread of threadsOf(pid)) lower(thread, Math.min(19, getPriority(0) + niceness))
  void demoteSession(pid, session)
}

/** On Linux a priority belongs to a thread. None of a process that has ended. */
function threadsOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`
  if (process.platform !== 'linux') return [pid]
  return existsSync(tasks) ? readdirSync(tasks).map(Number) : []
}

function lower(thread: number, niceness: number): void {
  try {
    setPriority(thread, niceness)
  } catch {
    // It has ended meanwhile.
  }
}

async function demoteSession(pid: number, session: number): Promise<void> {
  const set = () => writeFile(`/proc/${pid}/autogroup`, `${session}`).catch(({ code }) => code)
  // The system takes one change in a tenth of a second from all who are not root.
  for (let tries = 1; tries <= 5 && (await set()) === 'EAGAIN'; tries += 1) await sleep(120)
}

process.on('message', (message) => {
  const order = message as LaunchOrder
  if ('kill' in order) running.get(order.kill)?.kill('SIGKILL')
  else if ('demote' in order) demote(running.get(order.demote.id)?.pid, order.demote)
  else {
    orders.push(order.launch)
    launchSome()
  }
})
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
// Paused, so that nothing is read here that is the child's.
createServer({ pauseOnConnect: true }, (pipe) => {
  pipes.push(pipe)
  launchSome()
}).listen(pipesOf(folder), () => process.send?.('ready'))
