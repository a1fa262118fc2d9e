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

interface FailedStart {
  readonly output: string
  readonly folder: string
  readonly port: number
}

const portTaken = /could not bind IPv4 address|could not create any TCP\/IP sockets/i

/**
 * Of a postmaster that was killed, other processes end when they next look; on a busy machine that
 * takes a while.
 */
export const predecessorEnding = /pre-existing shared memory block .* is still in use/i

const knownCauses: readonly (readonly [RegExp, (start: FailedStart) => string])[] = [
  [
    /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i,
    ({ folder }) => `The disk that holds ${folder} is full; free some space and start again.`,
  ],
  [portTaken, ({ port }) => `Port ${port}, wanted for Postgres, is taken by another program.`],
  [
    /lock file "postmaster.pid" already exists/i,
    ({ folder }) => `The data folder ${folder} is in use by another Postgres.`,
  ],
  [
    predecessorEnding,
    ({ folder }) => `Processes of a Postgres that was killed still use ${folder}; it starts once they end.`,
  ],
  [
    /permission denied|EACCES|EROFS|read-only file system/i,
    ({ folder }) => `Postgres may not read or write the data folder ${folder}; check its permissions.`,
  ],
  [
    /could not look up effective user ID/i,
    () => 'Postgres needs the user it runs as to exist in /etc/passwd; add it there and start again.',
  ],
  [
    /could not create shared memory|could not map anonymous shared memory|out of memory/i,
    () => 'Postgres could not get enough memory; end other programs and start again.',
  ],
  [
    /spawn .* ENOENT|GLIBC_|error while loading shared libraries|cannot execute/i,
    () => `The Postgres binaries do not run on this system (${process.platform} ${process.arch}).`,
  ],
]

/** Turns Postgres' output into one sentence; for an unknown cause, its last fatal line. */
export function explainFailedStart(start: FailedStart): EmbeddedPostgresError {
  for (const [pattern, sentence] of knownCauses)
    if (pattern.test(start.output)) return new EmbeddedPostgresError(sentence(start), pattern === portTaken)
  const lines = start.output.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? ''
  return new EmbeddedPostgresError(`Postgres did not start: ${fatal.trim() || 'it gave no reason'}`)
}
