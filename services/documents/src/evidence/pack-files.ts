import { readFile } from 'node:fs/promises'
import { type ArchivedFile, archiveName, distinctNames } from '@portal/file-rules/write-archive'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type Html, html } from '@portal/service-kit/html'
import { and, asc, eq, gt } from 'drizzle-orm'
import { departmentOfDocument } from '../joins.ts'
import type { AuditExtract, Context } from '../ports.ts'
import { departments, documents, versions } from '../schema.ts'
import { areChangesRequested } from '../versions/version-state.ts'
import { type DocumentEvidence, type DocumentRow, type Section, timesIn } from './document-evidence.ts'
import type { PackRow } from './evidence-schema.ts'
import { documentsInScope, versionsInPeriod } from './evidence-scope.ts'
import { type ListedFile, listed, textFile } from './pack-file.ts'
import type { PackKey } from './pack-key.ts'
import { documentPage, type IndexedDocument, indexPage } from './pack-pages.ts'
import { acknowledgementSection } from './sections/acknowledgement-section.ts'
import { commentSection } from './sections/comment-section.ts'
import { decisionSection } from './sections/decision-section.ts'
import { versionSection } from './sections/version-section.ts'

interface PackParts {
  readonly pack: PackRow
  readonly extract: AuditExtract
  readonly key: PackKey
}

/** What a pack holds about a document, in the order of its page. */
const sections: readonly Section[] = [versionSection, decisionSection, commentSection, acknowledgementSection]
/** The script that verifies a pack, with what it imports. */
const verifier = [
  { name: 'verify.mjs', file: new URL('./verify-pack.mjs', import.meta.url) },
  { name: 'verify-documents.mjs', file: new URL('./verify-documents.mjs', import.meta.url) },
]
const documentsAtOnce = 50
const folderNameMax = 60

/**
 * The files of a pack, in the order in which they are read: the trail first, whose lines are
 * already waiting, and the signed manifest last. Nothing is kept of them but their hashes.
 */
export async function* packFiles(ctx: Context, parts: PackParts): AsyncGenerator<ArchivedFile> {
  const manifest: ListedFile[] = []
  for await (const file of evidenceFiles(ctx, parts)) yield listed(file, (read) => manifest.push(read))
  const { id: packId, organizationId, documentId, from, to, timeZone } = parts.pack
  const about = { packId, organizationId, documentId, from, to, timeZone }
  const facts = { ...about, takenAt: new Date(), files: manifest }
  const text = `${JSON.stringify({ format: 'portal-evidence-pack/2', ...facts }, null, 1)}\n`
  yield textFile('manifest.json', text)
  yield textFile('manifest.jws', parts.key.signManifest(packId, text))
}

async function* evidenceFiles(ctx: Context, parts: PackParts): AsyncGenerator<ArchivedFile> {
  const { extract } = parts
  yield textFile('audit/extract.jws', extract.statement)
  yield textFile('audit/head.jws', extract.head)
  yield textFile('audit/key.json', `${JSON.stringify(extract.key, null, 2)}\n`)
  yield { name: 'audit/entries.jsonl', content: extract.entries }
  yield textFile('audit/people.json', `${JSON.stringify(extract.people, null, 2)}\n`)
  const indexed: IndexedDocument[] = []
  for await (const of of evidenceOfDocuments(ctx, parts)) {
    yield* documentFiles(of)
    const { customId, title, departmentName } = of.document
    indexed.push({ folder: of.folder, customId, title, departmentName, versions: of.versions.length })
  }
  yield textFile('index.html', indexPage({ pack: parts.pack, extract, indexed }))
  for (const { name, file } of verifier) yield { name, content: [await readFile(file)] }
}

async function* documentFiles(of: DocumentEvidence): AsyncGenerator<ArchivedFile> {
  const parts: Html[] = []
  for (const section of sections) parts.push(yield* section(of))
  yield textFile(`${of.folder}/index.html`, documentPage(of.document, html`${parts}`))
}

async function* evidenceOfDocuments(
  ctx: Context,
  { pack, extract }: PackParts,
): AsyncGenerator<DocumentEvidence> {
  const distinct = distinctNames()
  const common = {
    organizationId: pack.organizationId,
    blobs: ctx.ports.blobs,
    tx: <T>(work: (db: TransactionHandle) => Promise<T>) => ctx.tx((db) => work(db)),
    shownTime: timesIn(pack.timeZone),
    nameOf: (id: string | null) => (id === null ? '' : (extract.people[id] ?? id)),
  }
  for (let after: string | null = null; ; ) {
    const page: DocumentRow[] = await documentsAfter(ctx, pack, after)
    for (const document of page) {
      const wanted = own(versions, document, eq(versions.documentId, document.id), versionsInPeriod(pack))
      const rows = await ctx.tx((db) =>
        db
          .select({ version: versions, areChangesRequested: areChangesRequested() })
          .from(versions)
          .where(wanted)
          .orderBy(asc(versions.number)),
      )
      const found = rows.map(({ version, ...state }) => ({ ...version, ...state }))
      yield { ...common, document, versions: found, folder: `documents/${distinct(folderNameOf(document))}` }
    }
    after = page.at(-1)?.id ?? null
    if (page.length < documentsAtOnce) return
  }
}

async function documentsAfter(ctx: Context, pack: PackRow, after: string | null): Promise<DocumentRow[]> {
  const wanted = and(documentsInScope(ctx, pack), after === null ? undefined : gt(documents.id, after))
  const rows = await ctx.tx((db) =>
    db
      .select({ document: documents, departmentName: departments.name })
      .from(documents)
      .leftJoin(departments, departmentOfDocument)
      .where(wanted)
      .orderBy(asc(documents.id))
      .limit(documentsAtOnce),
  )
  return rows.map(({ document, departmentName }) => ({ ...document, departmentName }))
}

function folderNameOf({ customId, title }: DocumentRow): string {
  return archiveName(archiveName(`${customId} ${title}`).slice(0, folderNameMax))
}
