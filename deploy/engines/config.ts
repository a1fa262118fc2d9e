import { homedir } from 'node:os'

/** The environment that package clients get: all of it, because proxies, mirrors and certificates are configured there. */
export function readToolEnvironment(): NodeJS.ProcessEnv {
  return { HOME: homedir(), ...process.env }
}
