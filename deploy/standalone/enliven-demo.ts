import { join } from 'node:path'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import { z } from 'zod'
import { askDemoQuestions } from '../seed/ask-demo-questions.ts'
import type { SeedOptions } from '../seed/demo-session.ts'
import { readKeptJson, writeKeptJson } from './kept-json.ts'

/** Whether the demo's people have asked everything. */
const Asked = z.object({ isAsked: z.boolean() })

interface Enlivening {
  readonly dataFolder: string
  readonly seed: Omit<SeedOptions, 'patience'>
  readonly note: (line: string) => void
}

interface EnlivenedDemo extends Stoppable {
  /** Resolves once everything was asked, or could not be. */
  readonly asked: Promise<void>
}

/**
 * Has the demo's people ask while the portal already serves, once in the life of a data folder:
 * what an earlier start did not come to is done by the next. If it fails, a line says why.
 */
export function enlivenDemo({ dataFolder, seed, note }: Enlivening): EnlivenedDemo {
  const halt = new AbortController()
  const patience = { halted: halt.signal, note: () => undefined }
  const file = join(dataFolder, 'demo-questions.json')
  const ask = async () => {
    if ((await readKeptJson(file, Asked))?.isAsked) return
    await askDemoQuestions({ ...seed, patience })
    await writeKeptJson(file, { isAsked: true })
  }
  const asked = ask().catch((error: unknown) => {
    if (halt.signal.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    note(`The demo's people could not ask all their questions; the next start goes on. ${why}`)
  })
  return {
    asked,
    stop: async () => {
      halt.abort()
      await asked
    },
  }
}
