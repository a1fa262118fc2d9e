import type { SignIn } from '@portal/testkit/sign-in'

/** A portal to attack, and the demo's logins. Sent to the attackers' process. */
export interface Target {
  readonly address: string
  readonly logins: readonly Pick<SignIn, 'username' | 'password'>[]
}

/** How an attack goes on. Sent from the attackers' process. */
export interface AttackReport {
  /** For the results: what the portal did to the attackers. */
  readonly figures: string
  /** Connections that the portal lets them have, on average. */
  readonly open?: number
  /** What the portal should not have done with them. */
  readonly problem?: string
  /** False for an attack that has an end of its own and has not come there. */
  readonly isDone: boolean
}

/** An attack that goes on until it is disposed. */
export interface RunningAttack extends AsyncDisposable {
  readonly report: () => AttackReport
}

/** One of the ways to keep others from working. */
export interface Attack {
  readonly name: string
  /** How much any process may grow meanwhile, in megabytes. */
  readonly growthMbMax: number
  /** How many times slower others may be than without it; twice, unless said. */
  readonly slowerMax?: number
  /** A program with limits of its own, which may grow up to them. */
  readonly confined?: string
  /** How many connections the portal may let the attackers have, on average. */
  readonly openMax?: number
  /** True if logging in, which is what it attacks, may have to wait until it is over. */
  readonly isAgainstSignIn?: true
  /** True if the portal is busy with it for long after its end. */
  readonly leavesWork?: true
  readonly start: (target: Target) => Promise<RunningAttack>
}
