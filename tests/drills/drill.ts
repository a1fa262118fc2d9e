import type { Mutant } from '../mutants/mutant.ts'

/** A guard that is turned off by editing the source as it is loaded; the drill must then fail. */
export interface GuardOff extends Pick<Mutant, 'name' | 'breaks' | 'edits'> {
  /** The only case to run, where the drill has several. */
  readonly noticedBy?: RegExp
}

/** A promise of docs/reliability.md, put to the test. */
export interface Drill {
  /** For the command line. */
  readonly name: string
  /** As `R3`. */
  readonly promise: string
  /**
   * Parts of the paths of its test files: those that end in `.engines` run on real engines, and
   * those that end in `.long-drill` run nowhere else.
   */
  readonly files: readonly [string, ...string[]]
  /** Only these cases of the files. */
  readonly cases?: RegExp
  readonly environment?: Readonly<Record<string, string>>
  /** True if it runs in its short form even when nothing is turned off. */
  readonly isShort?: true
  /** How many acknowledged writes its cases have to look for in the full form (R1). */
  readonly writesMin?: number
  /** Edits are relative to the checkout. */
  readonly guards: readonly GuardOff[]
}
