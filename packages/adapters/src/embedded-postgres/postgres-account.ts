/** The user and group a process is started with; empty means: as ourselves. */
export type Account = { readonly uid: number; readonly gid: number } | Record<string, never>

const nobody = { uid: 65534, gid: 65534 }

/** Whether we run as root, which Postgres refuses to do. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Who Postgres runs as: ourselves, or nobody when we are root. */
export function postgresAccount(): Account {
  return isRoot() ? nobody : {}
}
