import http, { type FileData } from 'k6/http'

/** Kinds of records that the policies of each organization are about. */
export const kinds = ['payroll', 'training', 'visitor', 'calibration'] as const

const title = (kind: string) => `${kind[0]?.toUpperCase()}${kind.slice(1)} records`

/**
 * A policy that answers {@link questionAbout}, in the organization's own number of years. No two
 * are alike: the same file again would be the same document.
 */
export function policyAbout(kind: string, years: number): { title: string; file: FileData } {
  const text = [
    title(kind),
    `Reference ${crypto.randomUUID()}`,
    `${title(kind)} are kept for ${years} years after the end of the year in which they were made.`,
    `The head of the department checks once a year that ${kind} records are complete.`,
    `Whoever finds ${kind} records incomplete reports it to the compliance office within two days.`,
  ].join('\n\n')
  return { title: title(kind), file: http.file(text, `${kind}-records.txt`, 'text/plain') }
}

export const questionAbout = (kind: string): string => `For how many years are ${kind} records kept?`

/** Any of them, evenly. */
export function kindAt(turn: number): string {
  return kinds[turn % kinds.length] ?? kinds[0]
}
