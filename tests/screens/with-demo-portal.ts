import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import { consoleProgress, type Progress } from '@portal/deploy/standalone/progress'
import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import { type RunningPortal, startPortal } from '@portal/deploy/standalone/start-portal'

/** A demo portal, and what a command needs around it; `halted` aborts at Ctrl-C. */
export interface DemoPortal {
  readonly portal: RunningPortal
  readonly dataFolder: string
  readonly progress: Progress
  readonly halted: AbortSignal
}

/** Every page is visited from one address, faster than people do. */
const limits = {
  RATE_LOGIN: '600/600',
  RATE_SESSION: '12000/2400',
  RATE_PERSON: '12000/2400',
  RATE_ADDRESS: '30000/6000',
}

/**
 * Starts a demo portal in this process, and stops it after `use`, which begins once the demo's
 * people have asked: what they ask changes pages. Its data is removed, unless there is a
 * `keptFolder`.
 */
export async function withDemoPortal(
  keptFolder: string | null,
  use: (demo: DemoPortal) => Promise<void>,
): Promise<void> {
  const dataFolder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'portal-demo-')))
  const progress = consoleProgress()
  const halt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => halt.abort())
  const options = {
    port: 0,
    dataFolder,
    isReset: false,
    hasDemo: true,
    engines: { kind: 'embedded' },
    chosen: {},
    mailer: null,
    limits,
  } as const
  try {
    const portal = await startPortal({ options, run: runInProcess, progress, halted: halt.signal })
    try {
      await progress('Waiting for the questions of the demo', () =>
        Promise.race([portal.demoAsked, once(halt.signal, 'abort')]),
      )
      await use({ portal, dataFolder, progress, halted: halt.signal })
    } finally {
      await portal.stop()
    }
  } finally {
    if (keptFolder === null) await removeDataFolder(dataFolder, () => undefined)
  }
}
