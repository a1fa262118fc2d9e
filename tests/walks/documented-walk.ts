import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'

/** A folder of a walk and the files entered in it, in the document's order. */
export interface WalkStep {
  readonly folder: string
  readonly files: readonly string[]
}

/**
 * A walk's steps from docs/architecture.md, between `<!-- walk: <name> -->` and `<!-- end of walk
 * -->`: one row each, whose first code span is the folder and the others its files.
 */
export async function documentedWalk(name: string): Promise<readonly WalkStep[]> {
  const text = await readFile(join(workspaceRoot, 'docs/architecture.md'), 'utf8')
  const [, section] = new RegExp(`<!-- walk: ${name} -->([^]*?)<!-- end of walk -->`).exec(text) ?? []
  if (section === undefined) throw new Error(`docs/architecture.md has no walk "${name}".`)
  return section.split('\n').flatMap((row) => {
    const [folder, ...files] = [...row.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
    return row.startsWith('|') && folder !== undefined ? [{ folder, files }] : []
  })
}
