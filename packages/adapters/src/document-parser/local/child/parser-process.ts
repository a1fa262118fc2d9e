import { Console } from 'node:console'
import { registerHooks } from 'node:module'

const forbidden =
  /^(?:node:)?(?:net|tls|dgram|dns|http|https|http2|quic|child_process|cluster|worker_threads|inspector|repl)(?:\/|$)/
const globals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] as const

// Standard output is for results only; what libraries print goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr)
forbidNetwork()

const { serveFiles } = await import('./serve-files.ts')
const { dropRoot } = await import('./drop-root.ts')
await dropRoot(process.argv.slice(2))
await serveFiles(process.stdin, { write: (line) => process.stdout.write(line), note: console.error })

/**
 * Removes access to the network and other processes from the parser's code. On Linux the network
 * namespace is the first barrier and this the second; elsewhere it is the only one, and stops
 * libraries, not an attacker who already executes code.
 */
function forbidNetwork(): void {
  for (const name of globals) Reflect.deleteProperty(globalThis, name)
  const loadBuiltin = process.getBuiltinModule.bind(process)
  Object.defineProperty(process, 'getBuiltinModule', {
    value: (id: string) => (forbidden.test(id) ? undefined : loadBuiltin(id)),
  })
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (forbidden.test(specifier)) throw new Error(`A parser must not use ${specifier}.`)
      return nextResolve(specifier, context)
    },
  })
}
