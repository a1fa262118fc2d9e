import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileCheck, type Source } from './source-files.ts'

const topFolder = /^(bench|deploy|docs|packages|remotes|services|shell|tests|tools|\.ci)\//

/** Missing paths in documents: links, and code spans that begin with a top-level folder. */
export const checkPaths = fileCheck(
  'paths in documents',
  { files: /\.md$/, except: /\/models\/|^packages\/testkit\/policies|^deploy\/seed\/documents/ },
  missingPaths,
)

function missingPaths({ file, text }: Source): string[] {
  return namedPaths(text)
    .filter(({ path, isLink }) => !existsSync(isLink ? normalize(join(dirname(file), path)) : path))
    .map(({ path }) => `${file} names ${path}, which does not exist`)
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
    .filter((path) => topFolder.test(path) && !/[<>*{}…$]/.test(path))
    .map((path) => ({ path, isLink: false }))
  // A row that begins with a folder lists files in it.
  const rows = [...prose.matchAll(/^\| `([^`]+)` \|([^|]*)\|/gm)]
    .filter(([, folder]) => topFolder.test(`${folder}/`))
    .flatMap(([, folder, files = '']) =>
      [...files.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, file]) => `${folder}/${file}`),
    )
    .map((path) => ({ path, isLink: false }))
  return [...links, ...spans, ...rows]
}
