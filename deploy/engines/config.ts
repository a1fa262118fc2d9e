import { homedir } from 'node:os'

/** Package clients get the whole environment: it configures proxies, mirrors and certificates. */
export function readToolEnvironment(): NodeJS.ProcessEnv {
  return { HOME: homedir(), ...process.env }
}
