import { registerHooks } from 'node:module'

const forbidden =
  /^(?:node:)?(?:net|tls|dgram|dns|http|https|http2|quic|child_process|cluster|worker_threads|inspector|repl)(?:\/|$)/
const globals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] as const

/**
 * Takes away the ways to the network and to other processes that a parser's code could use. Where the system gives
 * the process a network of its own (Linux), this is the second lock; elsewhere it is the only one, and it holds
 * against libraries that try, not against an attacker who already runs code of their own.
 */
export function forbidNetwork(): void {
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
