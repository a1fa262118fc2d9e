import type { CommentThread } from '@portal/contracts/comments'
import { csvLine } from '@portal/service-kit/csv-line'
import { own } from '@portal/service-kit/database/own'
import { type Html, html } from '@portal/service-kit/html'
import { inArray } from 'drizzle-orm'
import { comments } from '../../comments/comments-schema.ts'
import { loadThreads } from '../../comments/list-comments.ts'
import type { DocumentEvidence, Section } from '../document-evidence.ts'
import { jsonFile, textFile } from '../pack-file.ts'

/** What was said about passages of its versions, by whom, and whether it was resolved. */
export const commentSection: Section = async function* (of) {
  const threads = await commentedPassages(of)
  yield jsonFile(`${of.folder}/comments.json`, threads)
  yield textFile(`${of.folder}/comments.csv`, [csvLine(columns), ...threads.flatMap(lines)].join(''))
  if (threads.length === 0) return html`<h2>Comments</h2><p>Nobody commented on a passage.</p>`
  return html`<h2>Comments</h2><table><thead><tr><th>Version</th><th>Passage</th><th>Comments</th>
<th>Resolved</th></tr></thead><tbody>${threads.map((thread) => row(of, thread))}</tbody></table>`
}

interface CommentedPassage extends CommentThread {
  readonly versionId: string
  readonly version: number
  readonly resolvedByName: string
  readonly comments: (CommentThread['comments'][number] & { readonly authorName: string })[]
}

/** In the order of the versions, and of the text of each. */
async function commentedPassages(of: DocumentEvidence): Promise<CommentedPassage[]> {
  const { document, versions } = of
  const ofVersions = inArray(
    comments.versionId,
    versions.map(({ id }) => id),
  )
  const rows = await of.tx((db) =>
    db
      .selectDistinct({ versionId: comments.versionId })
      .from(comments)
      .where(own(comments, of, ofVersions)),
  )
  const commented = new Set(rows.map(({ versionId }) => versionId))
  const found: CommentedPassage[] = []
  for (const version of versions.filter(({ id }) => commented.has(id))) {
    const threads = await of.tx((db) => loadThreads(db, { document, version }))
    found.push(...threads.map((thread) => named(of, thread, version)))
  }
  return found
}

function named(
  of: DocumentEvidence,
  thread: CommentThread,
  { id: versionId, number: version }: DocumentEvidence['versions'][number],
): CommentedPassage {
  const written = thread.comments.map((one) => ({ ...one, authorName: of.nameOf(one.authorId) }))
  const resolvedByName = of.nameOf(thread.resolvedBy)
  return { ...thread, versionId, version, resolvedByName, comments: written }
}

const columns = [
  ...['version', 'passage', 'author', 'as', 'createdAt', 'text', 'editedAt', 'deletedAt'],
  ...['resolvedAt', 'resolvedBy', 'threadId', 'id'],
]

function lines({ version, quote, resolvedAt, resolvedByName, id: threadId, ...thread }: CommentedPassage) {
  return thread.comments.map(({ id, authorName, as, createdAt, text, editedAt, deletedAt }) =>
    csvLine([
      ...[version, quote, authorName, as, createdAt, text, editedAt, deletedAt],
      ...[resolvedAt, resolvedByName, threadId, id],
    ]),
  )
}

function row(of: DocumentEvidence, thread: CommentedPassage): Html {
  const { version, quote, resolvedAt, resolvedByName } = thread
  const resolved =
    resolvedAt === null ? 'open' : html`${shown(of, resolvedAt)}<br>by <bdi>${resolvedByName}</bdi>`
  return html`<tr><td>${version}</td><td dir="auto">${quote}</td>
<td>${thread.comments.map((one) => comment(of, one))}</td><td>${resolved}</td></tr>`
}

function comment(of: DocumentEvidence, one: CommentedPassage['comments'][number]): Html {
  const { authorName, as, createdAt, editedAt, deletedAt, text } = one
  const edited = editedAt !== null && deletedAt === null && `, changed ${shown(of, editedAt)}`
  const content = deletedAt === null ? text : `Deleted ${shown(of, deletedAt)}`
  return html`<bdi>${authorName}</bdi>${as && ` (${as})`}, ${shown(of, createdAt)}${edited}
<p dir="auto">${content}</p>`
}

function shown(of: DocumentEvidence, time: string): string {
  return of.shownTime(new Date(time))
}
