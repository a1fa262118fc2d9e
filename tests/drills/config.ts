import { isFullDrill } from '@portal/testkit/drill-size'
import type { Mutant } from '../mutants/mutant.ts'

/** How long the broker is away: as R6 promises, or `BROKER_AWAY_MS` when working on the drill. */
export const brokerAwayMs = Number(process.env.BROKER_AWAY_MS ?? 60_000)

/** How long search is away: as R14 promises or, in short, longer than every time limit. */
export const searchAwayMs = isFullDrill ? 300_000 : 30_000

/** The composition that the availability drills attack. */
export const composition = process.env.DRILL_COMPOSITION === 'start:services' ? 'start:services' : 'start'

/** A guard to turn off: where the checkout is, and where to leave a mark for each file's edit. */
export interface ProcessGuardOff extends Pick<Mutant, 'name' | 'edits'> {
  readonly checkout: string
  readonly marks: string
}

/** Sizes of the availability drills: short as part of `npm test`, in full by `npm run drills`. */
export const availability = isFullDrill
  ? {
      ...{ slowBodies: 300, heldUploads: 80, idleConnections: 2000, loginsPerSecond: 100, uploadedMb: 500 },
      ...{ bombs: 20, fileMb: 9.5 },
      ...{ samples: 400, samplesPerSecond: 40, windows: 3 },
      ...{ backWithinMs: 5000, readyWithinMs: 30_000, timeoutMs: 900_000 },
      // Others' p99 is compared with their idle p99 of the same run.
      slackMs: 0,
    }
  : {
      ...{ slowBodies: 300, heldUploads: 80, idleConnections: 2000, loginsPerSecond: 5, uploadedMb: 15 },
      // A real parser takes minutes for the largest text that is accepted, beside other tests.
      ...{ bombs: 2, fileMb: 3 },
      ...{ samples: 30, samplesPerSecond: 20, windows: 1 },
      // Other tests run beside the short form, four at a time, and on real engines a parser that
      // knows no turns has all bombs before others' sentence.
      ...{ backWithinMs: 30_000, readyWithinMs: 120_000, timeoutMs: 900_000, slackMs: 10_000 },
    }
