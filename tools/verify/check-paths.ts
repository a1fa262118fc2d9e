import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { trackedFiles } from './tracked-files.ts'

const topFolders = new Set([
  'bench',
  'deploy',
  'docs',
  'packages',
  'remotes',
  'services',
  'shell',
  'tests',
  'tools',
  '.ci',
])

/** Missing paths in documents: links, and code spans that begin with a top-level folder. */
export async function checkPaths(): Promise<readonly string[]> {
  const documents = trackedFiles().filter(
    (file) => file.endsWith('.md') && !file.includes('/models/') && !file.startsWith('deploy/seed/policies'),
  )
  const problems = await Promise.all(
    documents.map(async (document) =>
      namedPaths(await readFile(document, 'utf8'))
        .filter(({ path, isLink }) => !existsSync(isLink ? normalize(join(dirname(document), path)) : path))
        .map(({ path }) => `${document} names ${path}, which does not exist`),
    ),
  )
  return problems.flat()
}

interface NamedPath {
  readonly path: string
  readonly isLink: boolean
}

function namedPaths(text: string): NamedPath[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/^[a-z]+:/i.test(path))
    .map((path) => ({ path, isLink: true }))
  const spans = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path.replace(/[:,]\d+$/, ''))
    .filter(
      (path) => topFolders.has(path.split('/')[0] ?? '') && path.includes('/') && !/[<>*{}…$]/.test(path),
    )
    .map((path) => ({ path, isLink: false }))
  // A row that begins with a folder lists files in it.
  const rows = [...prose.matchAll(/^\| `([^`]+)` \|([^|]*)\|/gm)].flatMap(([, folder = '', files = '']) =>
    topFolders.has(folder.split('/')[0] ?? '')
      ? [...files.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, file]) => ({
          path: `${folder}/${file}`,
          isLink: false,
        }))
      : [],
  )
  return [...links, ...spans, ...rows]
}
