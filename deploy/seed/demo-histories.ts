import { readFile } from 'node:fs/promises'
import { approvalsApi } from '@portal/contracts/approvals'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { type DocumentVersion, versionsApi } from '@portal/contracts/versions'
import { keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import { type DemoDocument, type DemoVersion, demoDocuments, demoFile, fileNameOf } from './demo-documents.ts'
import { emailOf } from './demo-session.ts'

/** The people who have a part in histories, signed in; approvers by login name. */
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

/** Makes the later versions of the demo's documents, each as far as its history has come. */
export async function ensureHistories(cast: HistoryCast): Promise<void> {
  const documents = await cast.author.call(documentsApi.listDocuments, { query: {} })
  const members = await cast.author.call(teamApi.listMembers, { query: {} })
  const idOf = (username: string) =>
    members.find(({ email }) => email === emailOf({ username }))?.id ?? username
  for (const demo of demoDocuments) {
    const document = documents.find(({ customId }) => customId === demo.customId)
    for (const later of demo.later ?? [])
      if (document) await ensureVersion(cast, { demo, later, id: document.id, idOf })
  }
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

async function submit(
  { author, patience }: HistoryCast,
  { later, id, idOf }: Chapter,
  versionId: string,
): Promise<void> {
  const { effectiveInDays } = later
  const effectiveAt =
    effectiveInDays === undefined
      ? {}
      : { effectiveAt: new Date(Date.now() + effectiveInDays * dayMs).toISOString().slice(0, 10) }
  const body = { approverIds: later.approvers.map(idOf), ...effectiveAt }
  await keepTrying(async () => {
    try {
      await author.call(versionsApi.submitVersion, { params: { id, versionId }, body })
    } catch (error) {
      // On a slow start the service has not heard of every member yet.
      if (error instanceof RequestError && error.detail.includes('must be a member'))
        throw new PassingResponse(error.detail)
      throw error
    }
  }, patience)
}

type Decided = { readonly versionId: string; readonly decision: DemoVersion['decisions'][number] }

async function decide(
  { approvers }: HistoryCast,
  { idOf }: Chapter,
  { versionId, decision }: Decided,
): Promise<void> {
  const { by, ...body } = decision
  const client = approvers.get(by)
  if (!client) throw new Error(`${by} decides about a demo document and is not signed in.`)
  const approvals = await client.call(approvalsApi.listApprovals, { params: { versionId } })
  const asked = approvals.find(
    ({ approverUserId, status }) => approverUserId === idOf(by) && status === 'pending',
  )
  if (asked) await client.call(approvalsApi.decideApproval, { params: { id: asked.id }, body })
}
