import type { IngestedFile } from './ingest-file.ts'

const total = (
  files: readonly IngestedFile[],
  key: 'characters' | 'passages' | 'seconds' | 'found' | 'pages',
) => files.reduce((sum, file) => sum + file[key], 0)

/** One line per file type. */
export function summaryTable(files: readonly IngestedFile[]): string {
  const kinds = ['pdf', 'docx', 'doc', 'txt'].map(
    (kind) => [kind, files.filter(({ name }) => name.endsWith(`.${kind}`))] as const,
  )
  const rows = [...kinds, ['all', files] as const].map(([kind, some]) => {
    const passages = total(some, 'passages')
    const failures = some.filter(({ failure }) => failure !== null).length
    return `| ${kind} | ${some.length} | ${failures} | ${total(some, 'pages') || ''} | ${total(some, 'characters')} | ${passages} | ${total(some, 'found')} | ${total(some, 'seconds').toFixed(1)} |`
  })
  return [
    '| kind | files | failures | pages | characters | passages | found in an independent extraction | seconds |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** One line per file. */
export function fileTable(files: readonly IngestedFile[]): string {
  const rows = files.map((file) => {
    const outcome = file.failure ?? `${file.found} of ${file.passages}`
    return `| ${file.name} | ${file.characters} | ${file.passages} | ${file.seconds.toFixed(2)} | ${outcome} |`
  })
  return ['| file | characters | passages | seconds | found |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** Ends of passages missing from the other engine's text. */
export function missingList(files: readonly IngestedFile[]): string {
  const missing = files.flatMap(({ name, notFound }) =>
    notFound.map((passage) => `- ${name}: “…${tail(passage)}”`),
  )
  return missing.length === 0 ? 'Every passage was found.' : missing.join('\n')
}

function tail(passage: string): string {
  return passage.slice(-120).replace(/\s+/g, ' ')
}
