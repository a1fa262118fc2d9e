/** One exact replacement in a source file; `text` occurs once. */
interface Edit {
  /** A mutant's is relative to packages/adapters/src. */
  readonly file: string
  readonly text: string
  readonly by: string
}

/** A broken adapter that its suite must notice. */
export interface Mutant {
  /** For the command line: `kafka-order`. */
  readonly name: string
  /** What the broken adapter does, for the table. */
  readonly breaks: string
  readonly port: string
  readonly engine: string
  /** Name of the suite that must notice; by default the port's conformance suite. */
  readonly suite?: string
  /** The case that must fail; the rest of the suite does not run. */
  readonly noticedBy: string
  /** Several where two places guard the same promise. */
  readonly edits: readonly [Edit, ...Edit[]]
}

/** Applies the edits of one file. Throws if a text does not occur exactly once. */
export function mutated(mutant: Pick<Mutant, 'name' | 'edits'>, file: string, source: string): string {
  return mutant.edits
    .filter((edit) => edit.file === file)
    .reduce((changed, { text, by }) => {
      const times = changed.split(text).length - 1
      if (times !== 1)
        throw new Error(`${mutant.name}: its text stands ${times} times in ${file}, not once: ${text.trim()}`)
      return changed.replace(text, () => by)
    }, source)
}
