/** One exact replacement in a source file; `text` stands there once. */
interface Edit {
  /** Below packages/adapters/src. */
  readonly file: string
  readonly text: string
  readonly by: string
}

/** A way to break an adapter that its suite must notice. */
export interface Mutant {
  /** Short, for the command line: `kafka-order`. */
  readonly name: string
  /** What the broken adapter does, for the table. */
  readonly breaks: string
  readonly port: string
  readonly engine: string
  /** The suite that must notice, by its name; the conformance suite of the port by default. */
  readonly suite?: string
  /** One edit, or all that it takes where two places guard the same promise. */
  readonly edits: readonly [Edit, ...Edit[]]
}

/** Applies the edits that concern one file. Throws when a text is not there exactly once: then the mutant has to be written anew. */
export function mutated(mutant: Mutant, file: string, source: string): string {
  return mutant.edits
    .filter((edit) => edit.file === file)
    .reduce((changed, { text, by }) => {
      const times = changed.split(text).length - 1
      if (times !== 1)
        throw new Error(`${mutant.name}: its text stands ${times} times in ${file}, not once: ${text.trim()}`)
      return changed.replace(text, () => by)
    }, source)
}
