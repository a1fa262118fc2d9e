import type { Client } from '@portal/contracts/client'
import type { failureErrors, failureKinds, RemoteReport } from '@portal/contracts/remote-releases'
import type { RemoteEntry } from '@portal/contracts/remotes'

const path = '/api/remotes/reports'

type ErrorName = (typeof failureErrors)[number]

/** Safe because the compiler checks that these are all. */
const errorNames: Readonly<Record<ErrorName, true>> = {
  Error: true,
  TypeError: true,
  ReferenceError: true,
  RangeError: true,
  SyntaxError: true,
  ChunkLoadError: true,
}

/** A failure of a remote: how, and the error, of which name and location are reported. */
export interface RemoteFailed {
  readonly kind: (typeof failureKinds)[number]
  readonly error: unknown
}

interface ReporterParts {
  readonly client: Pick<Client, 'request'>
  /** Visitors report nothing: the portal would believe anybody. */
  readonly isSignedIn: () => boolean
  /** Called when the person has another version by now: this one was rolled back. */
  readonly onReplaced: (name: string, version: string) => void
  readonly log?: (...values: unknown[]) => void
}

export type RemoteReporter = ReturnType<typeof createRemoteReporter>

/**
 * Reports to the portal whether remotes work here: a failure once for each version in this page,
 * and of a version that was promoted lately that it is shown, so that there is a share. Messages
 * and addresses stay here: they may hold what people wrote.
 */
export function createRemoteReporter({ client, isSignedIn, onReplaced, log = console.error }: ReporterParts) {
  const reported = new Set<string>()
  async function send(report: RemoteReport): Promise<void> {
    const key = `${report.name} ${report.version} ${report.outcome}`
    if (!isSignedIn() || reported.has(key)) return
    reported.add(key)
    try {
      const response = await client.request('POST', path, report, { isRepeatable: true })
      const { version } = (await response.json()) as { version: string | null }
      if (report.outcome === 'failed' && version !== null && version !== report.version)
        onReplaced(report.name, version)
    } catch (error) {
      reported.delete(key)
      log('A report about a remote was not taken', error)
    }
  }
  return {
    shown({ name, version, isWatched, isPreview }: RemoteEntry): void {
      if (isWatched && !isPreview) void send({ name, version, outcome: 'shown' })
    },
    failed({ name, version }: Pick<RemoteEntry, 'name' | 'version'>, { kind, error }: RemoteFailed): void {
      void send({ name, version, outcome: 'failed', kind, ...factsOf(error, { name, version }) })
    },
  }
}

type Facts = Pick<RemoteReport, 'error' | 'location'>

/** Of an error only its name and the first line of its stack within the remote. */
function factsOf(error: unknown, remote: Pick<RemoteEntry, 'name' | 'version'>): Facts {
  if (!(error instanceof Error)) return {}
  const name: ErrorName = isErrorName(error.name) ? error.name : 'Error'
  const location = locationIn(error.stack ?? '', remote)
  return { error: name, ...(location !== null && { location }) }
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(errorNames, name)
}

function locationIn(stack: string, { name, version }: Pick<RemoteEntry, 'name' | 'version'>): string | null {
  const [, rest = ''] = stack.split(`/remotes/${name}/${version}/`)
  return /^[\w/.-]{1,120}:\d{1,7}:\d{1,7}/.exec(rest)?.[0] ?? null
}

/** Errors that mean a fault in code: others, as of a request, are not the remote's. */
const faults: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'])

/** Reports what remotes throw outside of rendering: in event handlers, timers and promises. */
export function reportScriptErrors(
  target: Pick<Window, 'addEventListener'>,
  reporter: Pick<RemoteReporter, 'failed'>,
): void {
  const report = (error: unknown) => {
    if (!(error instanceof Error) || !faults.has(error.name)) return
    // The first frame is where it was thrown; the shell's own and the network's are not counted.
    const frame = error.stack?.split('\n').find((line) => /https?:\/\//.test(line)) ?? ''
    const [, name, version] = /\/remotes\/([\w-]+)\/([\w.-]+)\//.exec(frame) ?? []
    if (name && version) reporter.failed({ name, version }, { kind: 'script', error })
  }
  target.addEventListener('error', (event) => report(event.error))
  target.addEventListener('unhandledrejection', (event) => report(event.reason))
}
