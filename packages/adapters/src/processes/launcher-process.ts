import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { type LaunchMessage, type LaunchOrder, pipesOf } from './launch-protocol.ts'

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

process.on('message', (message) => {
  const order = message as LaunchOrder
  if ('kill' in order) running.get(order.kill)?.kill('SIGKILL')
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
