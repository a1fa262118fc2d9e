/** The user and group to start a process with; empty means our own. */
export type Account = { readonly uid: number; readonly gid: number } | Record<string, never>

const nobody = { uid: 65534, gid: 65534 }

/** Postgres refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account that Postgres runs as: our own, or `nobody` if we are root. */
export function postgresAccount(): Account {
  return isRoot() ? nobody : {}
}
