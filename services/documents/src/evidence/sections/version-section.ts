import { extname } from 'node:path'
import { archiveName } from '@portal/file-rules/write-archive'
import { own } from '@portal/service-kit/database/own'
import { type Html, html } from '@portal/service-kit/html'
import { eq } from 'drizzle-orm'
import { versionTexts } from '../../schema.ts'
import { filePieces } from '../../version-files/read-version-file.ts'
import { stateInWords } from '../../versions/version-state.ts'
import type { DocumentEvidence, Section, VersionRow } from '../document-evidence.ts'
import { jsonFile, textFile } from '../pack-file.ts'

const fileNameMax = 80

/** The facts of the document, and each version's original file and extracted text. */
export const versionSection: Section = async function* (of) {
  const listed: ListedVersion[] = []
  for (const version of of.versions) {
    const { number, blobKey, sizeBytes, sha256 } = version
    const file = `${of.folder}/version-${number}/${fileNameOf(version)}`
    const content = filePieces(of.blobs, { blobKey, sizeBytes, sha256 }, { start: 0, end: sizeBytes })
    yield { name: file, content }
    const read = await textOf(of, version)
    const text = read === null ? null : `${of.folder}/version-${number}.txt`
    if (text !== null && read !== null) yield textFile(text, read.text)
    listed.push({ version, file, text, parser: read?.parser ?? null })
  }
  yield jsonFile(`${of.folder}/document.json`, documentFacts(of, listed))
  return table(of, listed)
}

interface ListedVersion {
  readonly version: VersionRow
  /** Paths in the pack; null: no text could be read, or not yet. */
  readonly file: string
  readonly text: string | null
  readonly parser: string | null
}

/** Its extension survives however long the name is. */
function fileNameOf({ fileName }: VersionRow): string {
  const extension = extname(fileName)
  const base = archiveName(fileName.slice(0, fileName.length - extension.length)).slice(0, fileNameMax)
  return archiveName(`${base}${extension}`)
}

async function textOf(of: DocumentEvidence, { id }: VersionRow) {
  const { text, parser } = versionTexts
  const wanted = own(versionTexts, of, eq(versionTexts.versionId, id))
  const [row] = await of.tx((db) => db.select({ text, parser }).from(versionTexts).where(wanted))
  return row ?? null
}

function documentFacts(of: DocumentEvidence, listed: readonly ListedVersion[]) {
  const { id, customId, title, departmentName, isActive, visibleTo, ownerId, createdAt } = of.document
  return {
    ...{ id, customId, title, department: departmentName, isActive, visibleTo },
    ...{ ownerId, ownerName: ownerId === null ? null : of.nameOf(ownerId), createdAt },
    versions: listed.map(({ version, file, text, parser }) => ({
      ...{ id: version.id, number: version.number, title: version.title, changes: version.changes },
      ...{ file, text, textReadBy: parser, sizeBytes: version.sizeBytes, sha256: version.sha256 },
      ...{ status: version.status, areChangesRequested: version.areChangesRequested },
      isCurrent: version.id === of.document.currentVersionId,
      ...{ createdBy: version.createdBy, createdByName: of.nameOf(version.createdBy) },
      ...{ createdAt: version.createdAt, submittedAt: version.submittedAt, approvedAt: version.approvedAt },
      ...{ effectiveAt: version.effectiveAt, activatedAt: version.activatedAt },
      supersededAt: version.supersededAt,
    })),
  }
}

function table(of: DocumentEvidence, listed: readonly ListedVersion[]): Html {
  return html`<h2>Versions</h2><table><thead><tr><th>Version</th><th>Status</th><th>Created</th>
<th>In force</th><th>File and its SHA-256</th></tr></thead><tbody>${listed.map((one) => row(of, one))}</tbody></table>`
}

function row(of: DocumentEvidence, { version, file, text }: ListedVersion): Html {
  const { number, title, changes, createdAt, createdBy, activatedAt, supersededAt, sha256 } = version
  const isActive = version.id === of.document.currentVersionId
  const status = stateInWords({ version, isActive, areChangesRequested: version.areChangesRequested })
  const inForce = activatedAt && `${of.shownTime(activatedAt)} – ${of.shownTime(supersededAt) || 'today'}`
  return html`<tr><td>${number}<br><span dir="auto">${title}</span></td><td>${status}</td>
<td>${of.shownTime(createdAt)}<br>by <bdi>${of.nameOf(createdBy)}</bdi><p dir="auto">${changes}</p></td><td>${inForce}</td>
<td>${link(of, file)}${text && html`, ${link(of, text)}`}<br><code>${sha256}</code></td></tr>`
}

/** Relative to the document's page. */
function link({ folder }: DocumentEvidence, path: string): Html {
  const name = path.slice(folder.length + 1)
  return html`<a href="${name.split('/').map(encodeURIComponent).join('/')}"><bdi>${name}</bdi></a>`
}
