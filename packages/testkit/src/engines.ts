import { inject } from 'vitest'

/** The engines that `deploy/engines` starts. */
export type EngineName = 'kafka' | 'elasticsearch' | 'keycloak' | 's3' | 'unstructured' | 'model'

/** Where the engines of this run are, and how they are disturbed: what the global setup of `npm run test:engines` provides. */
export interface EngineAccess {
  /** Address of each engine in the form that the adapters' `open…` functions take. */
  readonly urls: Readonly<Record<EngineName, string>>
  /** Loopback address of the supervisor's control door, and the secret that it wants. */
  readonly control: { readonly url: string; readonly secret: string }
}

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAccess
  }
}

/** What can happen to an engine: killed (-9; the supervisor starts it again), held still, stopped until started again. */
export type Disturbance = 'kill' | 'pause' | 'resume' | 'stop' | 'start'

/**
 * The address of a running engine, as adapters take it. The first who asks starts it: the promise is kept when the engine is ready.
 * Throws outside of `npm run test:engines`.
 */
export async function engineUrl(name: EngineName): Promise<string> {
  await disturb(name, 'start')
  return inject('engines').urls[name]
}

/**
 * Disturbs an engine; resolves when it has happened: `kill` when it is dead (it is started again by itself; `start` waits until it is
 * ready), `stop` when it has ended in good order and stays so, `start` when it is ready.
 */
export async function disturb(name: EngineName, disturbance: Disturbance): Promise<void> {
  const { url, secret } = inject('engines').control
  const response = await fetch(new URL(`/${name}/${disturbance}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  if (!response.ok) throw new Error(`${disturbance} of ${name}: ${response.status} ${await response.text()}`)
}
