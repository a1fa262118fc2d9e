import type { Mutant } from './mutant.ts'
import type { SuiteOutcome } from './suite-runner.ts'

/** `caught` names the test; `problem` says why the mutant survives or proves nothing. */
export type Verdict = { readonly caught: string } | { readonly problem: string }

/** Judges a suite's outcome on a broken adapter. Only a failed case counts, not a failed setup. */
export function judgeMutant(mutant: Pick<Mutant, 'edits'>, outcome: SuiteOutcome): Verdict {
  const unbroken = mutant.edits.find(({ file }) => !outcome.broken.has(file))
  if (unbroken) return { problem: `the suite never loaded ${unbroken.file}` }
  const [caught] = outcome.failed
  if (caught !== undefined) return { caught }
  if (outcome.errors.length > 0) return { problem: `the suite broke off: ${outcome.errors[0]}` }
  if (outcome.passed === 0) return { problem: 'no case bears the name of the one that must notice it' }
  return { problem: 'survives the case that must notice it' }
}

/** Why cases prove nothing: some fail on the intact code, or none ran. Null if they pass. */
export function cannotJudge({ passed, failed, errors }: SuiteOutcome): string | null {
  const reasons = failed.length > 0 ? failed : errors.slice(0, 1)
  if (reasons.length > 0) return `red without any mutant: ${reasons.join('; ')}`
  return passed === 0 ? 'no case ran without the mutant' : null
}
