import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Check } from './run-checks.ts'

/** A tracked file and its content. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Which files: one pattern that their paths match, and one that they do not. */
export interface Selection {
  readonly files: RegExp
  readonly except?: RegExp
}

/** Files that git tracks or would track, without deleted ones. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(file))
}

/** The selected files with their content. */
export function readSources({ files, except }: Selection): Promise<Source[]> {
  const selected = trackedFiles().filter((file) => files.test(file) && !except?.test(file))
  return Promise.all(selected.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
}

/** A check that looks at one file at a time. */
export function fileCheck(
  name: string,
  selection: Selection,
  problemsOf: (source: Source) => readonly string[],
): Check {
  return { name, run: async () => (await readSources(selection)).flatMap(problemsOf) }
}
