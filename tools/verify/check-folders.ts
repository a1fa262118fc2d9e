import { dirname, join } from 'node:path/posix'
import ts from 'typescript'
import { readSources, type Source } from './source-files.ts'

const sources =
  /^((?:packages|services|remotes)\/[^/]+\/src|(?:shell|bench)\/src|deploy|tests|tools)\/(.+)\.tsx?$/
const testFiles = /\.(test|journey|engines|fixture)\.tsx?$|\/(conformance|testing|templates)\//

interface Import {
  readonly workspace: string
  readonly from: string
  readonly to: string
  /** The two files. */
  readonly example: string
}

/** Circular imports between folders of a workspace: none can be moved or tested alone. */
export async function checkFolders(): Promise<readonly string[]> {
  return folderCircles(await readSources({ files: sources, except: testFiles }))
}

/** The imports that close a cycle. Files directly in a workspace belong to no folder. */
export function folderCircles(files: readonly Source[]): string[] {
  const imports = files.flatMap(importsOfFolders)
  return [...Map.groupBy(imports, ({ workspace }) => workspace)].flatMap(([workspace, own]) => {
    const known = new Map<string, Set<string>>()
    for (const { from, to } of own) known.set(from, (known.get(from) ?? new Set()).add(to))
    const closing = own.filter(({ from, to }) => leadsTo(known, to, from))
    // A file may import another's types and values in two statements.
    const sentences = closing.map(
      ({ example, from, to }) => `${workspace}: ${example}, and ${to} leads back to ${from}`,
    )
    return [...new Set(sentences)]
  })
}

function importsOfFolders({ file, text }: Source): Import[] {
  const workspace = sources.exec(file)?.[1] ?? ''
  const from = folderOf(file)
  if (from === null) return []
  return ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return []
    const imported = join(dirname(file), fileName)
    const to = folderOf(imported)
    if (to === null || to === from || !imported.startsWith(`${workspace}/`)) return []
    const example = `${file.slice(workspace.length + 1)} imports ${imported.slice(workspace.length + 1)}`
    return [{ workspace, from, to, example }]
  })
}

/** The first folder below a workspace's source; in a remote, each feature's own folder. */
function folderOf(file: string): string | null {
  const [first, second, third] = (sources.exec(file)?.[2] ?? '').split('/')
  if (first === undefined || second === undefined) return null
  return first === 'features' && third !== undefined ? `${first}/${second}` : first
}

function leadsTo(known: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const folder of seen) for (const next of known.get(folder) ?? []) seen.add(next)
  return seen.has(to)
}
