import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The user and group to start a process with; empty means our own. */
export type Account = { readonly uid: number; readonly gid: number } | Record<string, never>

/** An account of every system, which other programs use as well. */
export const nobody = { uid: 65534, gid: 65534 }

/** Above those that systems give to users and services, below those of containers. */
const ownUids = { first: 52_000, count: 8000 }

/** Postgres refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account for programs that must not run as root: our own, or `nobody` if we are root. */
export function unprivilegedAccount(): Account {
  return isRoot() ? nobody : {}
}

/** A number that no user and no group of this system has. */
export async function unusedUid(): Promise<number> {
  const files = ['/etc/passwd', '/etc/group'].map((file) => readFile(file, 'utf8').catch(() => ''))
  const taken = new Set(
    (await Promise.all(files))
      .join('\n')
      .match(/(?<=^[^:\n]*:[^:\n]*:)\d+/gm)
      ?.map(Number),
  )
  for (;;) {
    const uid = ownUids.first + randomInt(ownUids.count)
    if (!taken.has(uid)) return uid
  }
}
