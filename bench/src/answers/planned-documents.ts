import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DemoDocument, demoDocuments, demoFile, fileNameOf } from '@portal/deploy/seed/demo-documents'
import { z } from 'zod'
import type { GoldenQuestion } from '../golden/golden-questions.ts'

/** The organization that asks about the corpus, the demo's, and one that nobody asks for. */
export const organizations = { corpus: 1, demo: 2, other: 3 } as const

/** Where a collection's questions are asked. */
export function organizationOf(collection: string): number {
  return collection === 'demo' ? organizations.demo : organizations.corpus
}

/** A version to be uploaded. `file` is the name by which questions know it. */
export interface PlannedVersion {
  readonly file: string
  readonly fileName: string
  readonly content: Uint8Array
  /** `later`: approved, in force from a later day on. */
  readonly state: 'in force' | 'draft' | 'later'
}

/** A document to be uploaded, its versions in order. */
export interface PlannedDocument {
  readonly title: string
  readonly organizationId: number
  /** Names of departments; none: everyone. */
  readonly visibleTo: readonly string[]
  readonly versions: readonly PlannedVersion[]
}

/** The demo's documents with their versions, as far as these have come. */
export async function demoPlan(): Promise<PlannedDocument[]> {
  return Promise.all(
    demoDocuments.map(async (document) => {
      const { title, visibleTo = [] } = document
      const numbers = [1, ...(document.later ?? []).map(({ number }) => number)]
      const versions = await Promise.all(numbers.map((number) => demoVersion(document, number)))
      return { title, organizationId: organizations.demo, visibleTo, versions }
    }),
  )
}

async function demoVersion(document: DemoDocument, number: number): Promise<PlannedVersion> {
  const url = demoFile(document, number)
  const isLater = (document.later ?? []).find((later) => later.number === number)?.effectiveInDays
  const isInForce = number <= (document.current ?? 1)
  return {
    file: basename(url.pathname),
    fileName: fileNameOf(document),
    content: await readFile(url),
    state: isInForce ? 'in force' : isLater === undefined ? 'draft' : 'later',
  }
}

const withdrawn = 'Withdrawn\n\nThis document was withdrawn. A new one is being written.\n'

/**
 * The documents of a folder (and its subfolders) by their titles. Those that questions call
 * superseded, restricted or foreign are made so.
 */
async function folderPlan(
  { folder, titles }: DocumentFolder,
  questions: readonly GoldenQuestion[],
): Promise<PlannedDocument[]> {
  const withheld = new Map(
    questions.flatMap(({ file, unanswerable }) => (file && unanswerable ? [[file, unanswerable]] : [])),
  )
  const paths = await readdir(folder, { recursive: true })
  const wanted = paths.filter((path) => titles.has(basename(path))).toSorted()
  return Promise.all(
    wanted.map(async (path) => {
      const file = basename(path)
      const reason = withheld.get(file)
      const content = new Uint8Array(await readFile(join(folder, path)))
      const first = { file, fileName: file, content, state: 'in force' } as const
      const second = { ...first, file: '', fileName: 'withdrawn.txt', content: Buffer.from(withdrawn) }
      return {
        title: titles.get(file) ?? file,
        organizationId: reason === 'foreign' ? organizations.other : organizations.corpus,
        visibleTo: reason === 'restricted' ? ['Finance & Accounting'] : [],
        versions: reason === 'superseded' ? [first, second] : [first],
      }
    }),
  )
}

/** A folder of documents, and what they are called. */
interface DocumentFolder {
  readonly folder: string
  readonly titles: ReadonlyMap<string, string>
}

/** The corpus in a folder with its `index.tsv`; without one, the policies of this repository. */
export async function corpusPlan(
  corpus: string | null,
  questions: readonly GoldenQuestion[],
): Promise<PlannedDocument[]> {
  const ofCorpus = questions.filter(({ collection }) => collection !== 'demo')
  const folders = await Promise.all(
    corpus === null ? [githubPolicies(), indexed(pathOf('../../answers/documents'))] : [indexed(corpus)],
  )
  const plans = await Promise.all(folders.map((each) => folderPlan(each, ofCorpus)))
  return plans.flat()
}

const pathOf = (address: string): string => fileURLToPath(new URL(address, import.meta.url))

/** Lines of collection, file, title and words, after a first line of their names. */
async function indexed(folder: string): Promise<DocumentFolder> {
  const lines = (await readFile(join(folder, 'index.tsv'), 'utf8')).split('\n').slice(1)
  const rows = lines.map((line) => line.split('\t'))
  return {
    folder,
    titles: new Map(rows.flatMap(([, file, title]) => (file && title ? [[file, title]] : []))),
  }
}

const Policies = z.array(z.object({ file: z.string(), title: z.string() }))

async function githubPolicies(): Promise<DocumentFolder> {
  const folder = pathOf('../../../packages/testkit/policies')
  const rows = Policies.parse(JSON.parse(await readFile(join(folder, 'policies.json'), 'utf8')))
  return { folder, titles: new Map(rows.map(({ file, title }) => [file, title])) }
}
