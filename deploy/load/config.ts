import type { Environment } from './load-options.ts'

/** Builds and k6 get the whole environment: it configures proxies, mirrors and certificates. */
export function readLoadEnvironment(): Environment {
  return { ...process.env }
}
