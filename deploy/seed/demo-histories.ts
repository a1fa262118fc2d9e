import { readFile } from 'node:fs/promises'
import { approvalRulesApi } from '@portal/contracts/approval-rules'
import { approvalsApi } from '@portal/contracts/approvals'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { type DocumentVersion, versionsApi } from '@portal/contracts/versions'
import { keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import { type DemoDocument, type DemoVersion, demoDocuments, demoFile, fileNameOf } from './demo-documents.ts'
import { demoApprovalRules } from './demo-people.ts'
import { emailOf } from './demo-session.ts'

/** The people who have a part in histories, logged in; approvers by login name. */
export interface HistoryCast {
  readonly author: Client
  readonly approvers: ReadonlyMap<string, Client>
  readonly patience: Patience
}

/** One later version of one document; `id` is the document's. */
interface Chapter {
  readonly demo: DemoDocument
  readonly later: DemoVersion
  readonly id: string
  readonly idOf: (username: string) => string
}

/**
 * Makes the approval rules, then the later versions of the demo's documents, each as far as its
 * history has come. First versions are uploaded before, when there is no rule yet.
 */
export async function ensureHistories(cast: HistoryCast): Promise<void> {
  const documents = await cast.author.call(documentsApi.listDocuments, { query: {} })
  const members = await cast.author.call(teamApi.listMembers, { query: {} })
  const idOf = (username: string) =>
    members.find(({ email }) => email === emailOf({ username }))?.id ?? username
  await ensureRules(cast, idOf)
  for (const demo of demoDocuments) {
    const document = documents.find(({ customId }) => customId === demo.customId)
    for (const later of demo.later ?? [])
      if (document) await ensureVersion(cast, { demo, later, id: document.id, idOf })
  }
}

async function ensureRules({ author, patience }: HistoryCast, idOf: Chapter['idOf']): Promise<void> {
  const departments = await author.call(teamApi.listDepartments, {})
  const present = await author.call(approvalRulesApi.listApprovalRules, {})
  for (const { department, stages } of demoApprovalRules) {
    const departmentId = departments.find(({ name }) => name === department)?.id
    if (departmentId === undefined || present.some((rule) => rule.departmentId === departmentId)) continue
    const terms = { roles: [], quorum: null, deadlineDays: 5 }
    const body = {
      departmentId,
      stages: stages.map((username) => ({ ...terms, approverIds: [idOf(username)] })),
      mayAuthorDecide: false,
    }
    await keepTrying(
      () => author.call(approvalRulesApi.createApprovalRule, { body }).catch(notHeardYet),
      patience,
    )
  }
}

/** On a slow start the documents service has not heard of every member and role yet. */
export function notHeardYet(error: unknown): never {
  if (error instanceof RequestError && error.code === 'invalid_request')
    throw new PassingResponse(error.detail)
  throw error
}

/** Each step looks first how far the version has come, so that an interrupted start resumes. */
async function ensureVersion(cast: HistoryCast, chapter: Chapter): Promise<void> {
  const { id, later } = chapter
  const created = (await findVersion(cast, chapter)) ?? (await createDraft(cast, chapter))
  if (created.status === 'draft') await submit(cast, chapter, created.id)
  for (const decision of later.decisions) await decide(cast, chapter, { versionId: created.id, decision })
  const decided = await findVersion(cast, chapter)
  if (decided?.status !== 'approved' || decided.activatedAt !== null) return
  if (later.effectiveInDays !== undefined) return
  await cast.author.call(versionsApi.activateVersion, { params: { id, versionId: decided.id } })
}

async function findVersion(
  { author }: HistoryCast,
  { id, later }: Chapter,
): Promise<DocumentVersion | undefined> {
  const versions = await author.call(versionsApi.listVersions, { params: { id } })
  return versions.find(({ version }) => version === later.number)
}

async function createDraft({ author }: HistoryCast, { demo, later, id }: Chapter): Promise<DocumentVersion> {
  const content = await readFile(demoFile(demo, later.number))
  return author.call(versionsApi.createVersion, {
    params: { id },
    form: { title: demo.title, changes: later.changes, draft: 'true' },
    file: new Blob([new Uint8Array(content)]),
    fileName: fileNameOf(demo),
  })
}

const dayMs = 86_400_000

async function submit({ author }: HistoryCast, { later, id }: Chapter, versionId: string): Promise<void> {
  const { effectiveInDays: days } = later
  const effectiveAt = days === undefined ? null : new Date(Date.now() + days * dayMs)
  const body = effectiveAt === null ? {} : { effectiveAt: effectiveAt.toISOString().slice(0, 10) }
  await author.call(versionsApi.submitVersion, { params: { id, versionId }, body })
}

type Decided = { readonly versionId: string; readonly decision: DemoVersion['decisions'][number] }

async function decide(
  { approvers }: HistoryCast,
  { idOf }: Chapter,
  { versionId, decision }: Decided,
): Promise<void> {
  const { by, ...body } = decision
  const client = approvers.get(by)
  if (!client) throw new Error(`${by} decides about a demo document and is not logged in.`)
  const approvals = await client.call(approvalsApi.listApprovals, { params: { versionId } })
  const asked = approvals.find(
    ({ approverUserId, status }) => approverUserId === idOf(by) && status === 'pending',
  )
  if (asked) await client.call(approvalsApi.decideApproval, { params: { id: asked.id }, body })
}
