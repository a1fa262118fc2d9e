import { readFile } from 'node:fs/promises'
import { readSources, type Source, trackedFiles } from './source-files.ts'

/** What documents define and code may cite. */
export interface Citable {
  readonly decisions: ReadonlySet<number>
  readonly product: ReadonlySet<number>
  readonly architecture: ReadonlySet<number>
  readonly promises: ReadonlySet<number>
  readonly targets: ReadonlySet<number>
  readonly adrs: ReadonlySet<number>
  /** Paths of all markdown files, from the root. */
  readonly documents: readonly string[]
}

const checked = /\.(tsx?|mjs|cjs|css|html|md|json|sh|ya?ml)$|^\.ci\//
/** Vendored, generated or uploaded text. */
const unchecked =
  /\/models\/|^packages\/testkit\/policies|^deploy\/seed\/documents|^bench\/results\/|^pnpm-lock\.yaml$|\/drizzle\/meta\/|check-references/

/** References to decisions, sections, promises, targets, ADRs or documents missing from `docs`. */
export async function checkReferences(): Promise<readonly string[]> {
  const citable = await readCitable()
  const sources = await readSources({ files: checked, except: unchecked })
  return sources.flatMap((source) => danglingReferences(source, citable))
}

async function readCitable(): Promise<Citable> {
  const numbersIn = async (document: string, pattern: RegExp) => {
    const text = await readFile(`docs/${document}.md`, 'utf8')
    return new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))
  }
  const documents = trackedFiles().filter((file) => file.endsWith('.md'))
  return {
    decisions: await numbersIn('decisions', /^(\d+)\./gm),
    product: await numbersIn('product', /^## (\d+)\./gm),
    architecture: await numbersIn('architecture', /^## (\d+)\./gm),
    promises: await numbersIn('reliability', /^\| R(\d+) \|/gm),
    targets: await numbersIn('performance', /^\| P(\d+) \|/gm),
    adrs: new Set(documents.map((file) => Number(/^docs\/adr\/(\d+)/.exec(file)?.[1] ?? 0))),
    documents,
  }
}

/** White space, including comment line prefixes. */
const gap = String.raw`(?:\s|\*(?!\*)|//)+`
/** `7`, `8 and 9`, `4–7, 11 and 55`. */
const numbers = String.raw`(\d+(?:(?:–|,?${gap}(?:(?:and|or|to)${gap})?)\d+)*)`
const sections = String.raw`(§\d+(?:(?:–|,?${gap}(?:and${gap})?)§\d+)*)`

/** What is numbered, how it is cited, and how a problem names it. */
const kinds = [
  ['decisions', new RegExp(String.raw`\bdecisions?${gap}${numbers}`, 'gi'), 'decision '],
  ['product', new RegExp(String.raw`\bproduct${gap}${sections}`, 'gi'), 'product §'],
  ['architecture', new RegExp(String.raw`\barchitecture(?:\.md)?${gap}${sections}`, 'gi'), 'architecture §'],
  ['promises', /(?<![\w$])R(\d{1,2})\b(?![-(]|\.\w)/g, 'R'],
  ['targets', /(?<![\w$])P(\d{1,2})\b(?![-(]|\.\w)/g, 'P'],
  ['adrs', new RegExp(String.raw`\b(?:ADRs?${gap}${numbers}|docs/adr/0*(\d+))`, 'g'), 'ADR '],
] as const

const foreign: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /\bspecification §|\bspecification\.md|\bhouse[ -]style|\bdesign\/[a-z]|\bspec\/[a-z]/gi,
    why: 'is no document of the repository: name the reason, or a page of docs',
  },
  {
    pattern: /(?<=['"`(\s])\/(?:home|root|Users)\/[a-z]|\.\.\/shared\b(?!\/(?:eval\/|corpus\b))/g,
    why: 'is a path of one machine',
  },
]

/** The document is named shortly before a section sign; on a page of `docs` it is the product. */
const named = /\b(product|architecture|RFC|OpenID)\b[^§]*(§[^§]*){0,5}$/i

/** Unresolved references of one file, a line each. */
export function danglingReferences({ file, text }: Source, citable: Citable): string[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const problems: string[] = []
  for (const [kind, pattern, name] of kinds) {
    const known = citable[kind]
    for (const match of text.matchAll(pattern)) {
      const cited = [...match.slice(1).join(' ').matchAll(/\d+/g)].map(Number)
      for (const number of cited.filter((number) => !known.has(number)))
        problems.push(`${file}:${lineAt(match.index)} cites ${name}${number}, which there is not`)
    }
  }
  for (const match of text.matchAll(/[\w./-]*[\w-]\.md\b/g))
    if (!isDocument(match[0], citable.documents))
      problems.push(`${file}:${lineAt(match.index)} names ${match[0]}, which there is not`)
  for (const match of text.matchAll(/§(\d+)(?![.\d])/g)) {
    const before = text.slice(Math.max(0, match.index - 160), match.index)
    const isOfProduct = file.startsWith('docs/') && citable.product.has(Number(match[1]))
    if (!isOfProduct && !named.test(before))
      problems.push(`${file}:${lineAt(match.index)} ${match[0]} does not say of what`)
  }
  for (const { pattern, why } of foreign)
    for (const match of text.matchAll(pattern))
      problems.push(`${file}:${lineAt(match.index)} ${match[0]} ${why}`)
  return problems
}

/** By its path or the end of it. */
function isDocument(name: string, documents: readonly string[]): boolean {
  const end = name.replace(/^(\.{1,2}\/)+/, '')
  return documents.some((document) => document === end || document.endsWith(`/${end}`))
}
