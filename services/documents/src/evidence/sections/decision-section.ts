import { csvLine } from '@portal/service-kit/csv-line'
import { own } from '@portal/service-kit/database/own'
import { type Html, html } from '@portal/service-kit/html'
import { asc, inArray } from 'drizzle-orm'
import { approvals } from '../../schema.ts'
import type { DocumentEvidence, Section } from '../document-evidence.ts'
import { jsonFile, textFile } from '../pack-file.ts'

/** Who was asked to approve which version and what they decided, bound to the file by its hash. */
export const decisionSection: Section = async function* (of) {
  const asked = await load(of)
  yield jsonFile(`${of.folder}/decisions.json`, asked.map(withoutScope))
  yield textFile(`${of.folder}/decisions.csv`, [csvLine(columns), ...asked.map(line)].join(''))
  if (asked.length === 0) return html`<h2>Decisions</h2><p>No approval was asked for.</p>`
  return html`<h2>Decisions</h2><table><thead><tr><th>Version</th><th>Stage</th><th>Approver</th>
<th>Decision</th><th>Comment</th></tr></thead><tbody>${asked.map((one) => row(of, one))}</tbody></table>`
}

type Asked = Awaited<ReturnType<typeof load>>[number]

async function load(of: DocumentEvidence) {
  const numbers = new Map(of.versions.map(({ id, number }) => [id, number]))
  const wanted = own(approvals, of, inArray(approvals.versionId, [...numbers.keys()]))
  const order = [asc(approvals.createdAt), asc(approvals.stage), asc(approvals.id)]
  const rows = await of.tx((db) =>
    db
      .select()
      .from(approvals)
      .where(wanted)
      .orderBy(...order),
  )
  return rows.map((one) => ({
    ...one,
    version: numbers.get(one.versionId) ?? 0,
    approverName: of.nameOf(one.approverId),
    decidedByName: of.nameOf(one.decidedBy),
  }))
}

function withoutScope({ organizationId: _, documentId: __, ...rest }: Asked) {
  return rest
}

const columns = [
  'version',
  'round',
  'stage',
  'approver',
  'status',
  'decidedBy',
  'decidedAt',
  'comments',
  'contentHash',
  'id',
]

function line(one: Asked): string {
  const decidedAt = one.decidedAt?.toISOString() ?? null
  const cells = [
    one.version,
    one.round,
    one.stage,
    one.approverName,
    one.status,
    one.decidedByName,
    decidedAt,
  ]
  return csvLine([...cells, one.comments, one.contentHash, one.id])
}

function row(of: DocumentEvidence, one: Asked): Html {
  const { version, round, stage, approverName, status, decidedByName, decidedAt, comments, contentHash } = one
  const when = decidedAt && html`<br>${of.shownTime(decidedAt)} by <bdi>${decidedByName}</bdi>`
  return html`<tr><td>${version}</td><td>${stage} (round ${round})</td><td><bdi>${approverName}</bdi></td>
<td>${status.replaceAll('_', ' ')}${when}<br><code>${contentHash}</code></td><td dir="auto">${comments}</td></tr>`
}
