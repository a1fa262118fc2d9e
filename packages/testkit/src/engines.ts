import { inject } from 'vitest'

/** The engines that `deploy/engines` starts. */
export type EngineName = 'kafka' | 'elasticsearch' | 'keycloak' | 's3' | 'unstructured' | 'model'

/** The run's engines and the means to disturb them; from the setup of `npm run test:engines`. */
export interface EngineAccess {
  /** URL of each engine as the adapters' `open…` functions expect it. */
  readonly urls: Readonly<Record<EngineName, string>>
  /** Loopback URL of the supervisor's control server, and its secret. */
  readonly control: { readonly url: string; readonly secret: string }
  /** Has a folder for each engine's data. */
  readonly dataFolder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAccess
  }
}

/** `kill` is -9, followed by a restart; `pause` suspends; `stop` lasts until `start`. */
export type Disturbance = 'kill' | 'pause' | 'resume' | 'stop' | 'start'

/**
 * URL of an engine, as adapters expect it; the first call starts the engine. Resolves when it is
 * ready. Throws outside of `npm run test:engines`.
 */
export async function engineUrl(name: EngineName): Promise<string> {
  await disturb(name, 'start')
  return inject('engines').urls[name]
}

/**
 * Disturbs an engine. Resolves after `kill` when it is dead (it restarts by itself; `start` awaits
 * that), after `stop` when it has exited, after `start` when it is ready.
 */
export async function disturb(name: EngineName, disturbance: Disturbance): Promise<void> {
  const { url, secret } = inject('engines').control
  const response = await fetch(new URL(`/${name}/${disturbance}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  if (!response.ok) throw new Error(`${disturbance} of ${name}: ${response.status} ${await response.text()}`)
}
