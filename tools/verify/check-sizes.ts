import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path/posix'
import ts from 'typescript'
import { readSources, type Source } from './source-files.ts'

/** Biome limits files and functions, this check folders. Comments and blank lines are free. */
const folderLimits: readonly { readonly folder: RegExp; readonly max: number }[] = [
  { folder: /^services\/gateway(?=\/)/, max: 4000 },
  { folder: /^services\/(?!gateway\/)[^/]+(?=\/)/, max: 2500 },
  { folder: /^remotes\/[^/]+(?=\/)/, max: 2500 },
  { folder: /^packages\/service-kit(?=\/)/, max: 4500 },
]
const medianMax = 60
const ninthDecileMax = 150
/** A smaller file with a single importer belongs in it. */
const loneMin = 25

const uncounted =
  /\.(test|journey|engines|cluster|(long-)?drill|fixture)\.tsx?$|\.d\.ts$|\/(conformance|testing|templates)\/|^services\/[^/]+\/test\//
/** Conventional entry points, and test helpers. */
const entries =
  /\/(main|service|config|schema|tables?|ports|manifest|remote|rspack\.config)\.tsx?$|\/routes\/|^(bench|tests|packages\/testkit)\//

/** Allows a folder or file up to `lines`, with a reason. */
export interface SizeException {
  readonly path: string
  readonly lines: number
  readonly reason: string
}

/** Oversized folders and files, and small files with a single importer. */
export async function checkSizes(): Promise<readonly string[]> {
  const exceptions = JSON.parse(
    await readFile('tools/verify/size-exceptions.json', 'utf8'),
  ) as SizeException[]
  return sizeProblems(await readSources({ files: /\.(tsx?|mjs|cjs)$/ }), exceptions)
}

/** Size problems of these sources, a line each, including unnecessary exceptions. */
export function sizeProblems(all: readonly Source[], exceptions: readonly SizeException[]): string[] {
  const sources = all.filter(({ file }) => !uncounted.test(file))
  const found = [...largeFolders(sources), ...loneFiles(sources, importersIn(all))]
  const excepted = new Map(exceptions.map(({ path, lines }) => [path, lines]))
  const needed = new Set(found.map(({ path }) => path))
  return [
    ...found
      .filter(({ path, lines }) => lines > (excepted.get(path) ?? 0))
      .map(({ path, lines, rule }) => `${path}: ${lines} lines ${rule}`),
    ...exceptions
      .filter(({ path }) => !needed.has(path))
      .map(({ path }) => `size-exceptions.json excepts ${path}, which needs no exception`),
    ...longFiles(sources),
  ]
}

interface Finding {
  readonly path: string
  readonly lines: number
  readonly rule: string
}

const linesOf = ({ text }: Source): number => text.trimEnd().split('\n').length

function codeLinesOf({ text }: Source): number {
  const withoutBlocks = text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
  return withoutBlocks.split('\n').filter((line) => !/^\s*(\/\/|$)/.test(line)).length
}

function largeFolders(sources: readonly Source[]): Finding[] {
  return folderLimits.flatMap(({ folder, max }) => {
    const totals = new Map<string, number>()
    for (const source of sources) {
      const [path] = folder.exec(source.file) ?? []
      if (path !== undefined) totals.set(path, (totals.get(path) ?? 0) + codeLinesOf(source))
    }
    return [...totals]
      .filter(([, lines]) => lines > max)
      .map(([path, lines]) => ({ path, lines, rule: `of code, at most ${max}` }))
  })
}

function longFiles(sources: readonly Source[]): string[] {
  const lengths = sources.map(linesOf).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
  return [
    ...(at(0.5) > medianMax ? [`half of the files have more than ${medianMax} lines`] : []),
    ...(at(0.9) > ninthDecileMax ? [`one file in ten has more than ${ninthDecileMax} lines`] : []),
  ]
}

type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** Importers of each file, tests included: a file tested separately stays separate. */
function importersIn(sources: readonly Source[]): Importers {
  const known = new Set(sources.map(({ file }) => file))
  const importers = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const imported = resolve(file, fileName, known)
      if (imported) importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  return importers
}

/** Verbs are exempt: only their service imports them. */
function loneFiles(sources: readonly Source[], importers: Importers): Finding[] {
  return sources.flatMap((source) => {
    const lines = linesOf(source)
    const [importer, ...others] = importers.get(source.file) ?? []
    if (lines >= loneMin || entries.test(source.file) || !importer || others.length > 0) return []
    if (basename(importer) === 'service.ts') return []
    return [{ path: source.file, lines, rule: `and only ${basename(importer)} imports it: move it there` }]
  })
}

/** Resolves an import by path or by a workspace package's subpath. */
function resolve(file: string, fileName: string, known: ReadonlySet<string>): string | undefined {
  if (fileName.startsWith('.')) {
    const path = join(dirname(file), fileName)
    return known.has(path) ? path : undefined
  }
  const [, name, subpath] = /^@portal\/([^/]+)\/(.+)$/.exec(fileName) ?? []
  return [`packages/${name}/src/${subpath}.ts`, `packages/${name}/src/${subpath}.tsx`].find((path) =>
    known.has(path),
  )
}
