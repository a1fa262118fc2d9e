import type { DrilledPortal } from './drilled-portal.ts'

/** An attack that goes on until it is disposed. */
export interface RunningAttack extends AsyncDisposable {
  /** For the results: what the portal did to the attackers. */
  readonly figures: () => string
  /** Rejects when the portal lets the attackers have more than it promises. */
  readonly check?: () => Promise<void>
}

/** One of the ways to keep others from working. */
export interface Attack {
  readonly name: string
  /** How much any process may grow meanwhile, in megabytes. */
  readonly growthMbMax: number
  /** True if signing in, which is what it attacks, may have to wait until it is over. */
  readonly isAgainstSignIn?: true
  readonly start: (portal: DrilledPortal) => Promise<RunningAttack>
}
