import type { Client } from '@portal/contracts/client'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Connection } from './live/connection.ts'
import type { Registry } from './remotes/registry.ts'
import type { RemoteReporter } from './remotes/report-remote.ts'
import type { SessionSource } from './session/session-source.ts'

/** The parts of the shell that its components need; made once, in start-portal.tsx. */
export interface Shell {
  readonly client: Client
  readonly queries: QueryClient
  readonly session: SessionSource
  readonly registry: Registry
  readonly reporter: RemoteReporter
  readonly connection: Connection
  /** Whether the page is hidden, its session over, and kept for what was typed into it. */
  readonly isCovered: () => boolean
}

export const ShellContext = createContext<Shell | null>(null)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('Outside the shell')
  return shell
}
