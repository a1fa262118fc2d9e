import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Runner, Started } from '../standalone/start-portal.ts'
import { type ProcessName, processNames } from '../standalone/topology.ts'

const entries: Readonly<Record<ProcessName, string>> = {
  identity: fileURLToPath(new URL('../identity/main.ts', import.meta.url)),
  team: fileURLToPath(import.meta.resolve('@portal/team-service/main')),
  documents: fileURLToPath(import.meta.resolve('@portal/documents-service/main')),
  chat: fileURLToPath(import.meta.resolve('@portal/chat-service/main')),
  gateway: fileURLToPath(import.meta.resolve('@portal/gateway-service/main')),
}

/** What a child may see of this process's environment: where programs are, nothing else. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'SystemRoot', 'TEMP']

const stopWithinMs = 25_000

/** Runs each part as a process of its own; readiness is for `/api/status` to tell. A part that dies while starting ends the start. */
export const runProcesses: Runner = async (topology, progress) => {
  const children = new Map<ProcessName, ChildProcess>()
  for (const name of processNames) {
    await progress(`Starting ${name}`, async () => {
      const child = fork(entries[name], { env: { ...pick(process.env, inherited), ...topology[name] } })
      children.set(name, child)
      child.on('exit', (code, signal) => {
        if (child.connected || code) progress.note(`${name} ended (${signal ?? code}).`)
      })
    })
  }
  return stopping(children)
}

function stopping(children: ReadonlyMap<ProcessName, ChildProcess>): Started {
  return {
    // The gateway first, so that nobody is let in any more; then the others at once.
    stop: async () => {
      const gateway = children.get('gateway')
      if (gateway) await end(gateway)
      await Promise.all([...children.values()].map(end))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await gone
  clearTimeout(force)
}

function pick(environment: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )
}
