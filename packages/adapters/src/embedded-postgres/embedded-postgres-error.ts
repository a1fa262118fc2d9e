/** Why the embedded Postgres cannot run, in one actionable sentence. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  /** Whether another port would help. */
  readonly isPortTaken: boolean
  constructor(message: string, isPortTaken = false) {
    super(message)
    this.isPortTaken = isPortTaken
  }
}

/** What was started, for the message. */
export interface FailedStart {
  readonly output: string
  readonly folder: string
  readonly port: number
}

const portTaken = /could not bind IPv4 address|could not create any TCP\/IP sockets/i

const knownCauses: readonly { readonly pattern: RegExp; readonly says: (start: FailedStart) => string }[] = [
  {
    pattern: /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i,
    says: ({ folder }) => `The disk that holds ${folder} is full; free some space and start again.`,
  },
  {
    pattern: portTaken,
    says: ({ port }) => `Port ${port}, wanted for Postgres, is taken by another program.`,
  },
  {
    pattern: /lock file "postmaster.pid" already exists/i,
    says: ({ folder }) => `The data folder ${folder} is in use by another Postgres.`,
  },
  {
    pattern: /permission denied|EACCES|EROFS|read-only file system/i,
    says: ({ folder }) => `Postgres may not read or write the data folder ${folder}; check its permissions.`,
  },
  {
    pattern: /could not look up effective user ID/i,
    says: () => 'Postgres needs the user it runs as to exist in /etc/passwd; add it there and start again.',
  },
  {
    pattern: /could not create shared memory|could not map anonymous shared memory|out of memory/i,
    says: () => 'Postgres could not get enough memory; end other programs and start again.',
  },
  {
    pattern: /spawn .* ENOENT|GLIBC_|error while loading shared libraries|cannot execute/i,
    says: () => `The Postgres binaries do not run on this system (${process.platform} ${process.arch}).`,
  },
]

/** Turns Postgres' output into one sentence; for an unknown cause, its last fatal line. */
export function explainFailedStart(start: FailedStart): EmbeddedPostgresError {
  const known = knownCauses.find(({ pattern }) => pattern.test(start.output))
  if (known) return new EmbeddedPostgresError(known.says(start), known.pattern === portTaken)
  const lines = start.output.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? ''
  return new EmbeddedPostgresError(`Postgres did not start: ${fatal.trim() || 'it gave no reason'}`)
}
