import { basename, join } from 'node:path'

/** How a process ended: with an exit code, or by a signal. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Messages to the launcher. The pipes of each launch are the next three that connect. */
export type LaunchOrder =
  | { readonly launch: { readonly id: number; readonly command: string; readonly args: readonly string[] } }
  | { readonly kill: number }

/** What it says of a launch, first its pid or why there is none. */
export type LaunchMessage = { readonly id: number } & (
  | { readonly pid: number }
  | { readonly failure: string }
  | { readonly end: ProcessEnd }
)

/** Where the launcher with this folder listens. Windows has its pipes in a place of their own. */
export function pipesOf(folder: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'pipes')
}
