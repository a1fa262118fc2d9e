import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { defaultDepartments, teamEvents } from '@portal/contracts/team'
import { type DocumentVersion, versionsApi } from '@portal/contracts/versions'
import { sleep } from '@portal/service-kit/sleep'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { patiently } from './patiently.ts'
import type { PlannedDocument, PlannedVersion } from './planned-documents.ts'
import type { AnsweringServices } from './services.ts'

const uploadsAtOnce = 4
const dayMs = 86_400_000

/** What was uploaded: which file a version is, and the text that was read from it. */
export interface FilledLibrary {
  /** The file of a version id; empty for a version without questions. */
  fileOf(versionId: string): string | undefined
  textOf(file: string): string | undefined
}

/** Uploads the documents in their versions; resolves when all of them were read. */
export async function fillLibrary(
  services: AnsweringServices,
  planned: readonly PlannedDocument[],
): Promise<FilledLibrary> {
  const numbers = new Set(planned.map(({ organizationId }) => organizationId))
  for (const organizationId of numbers) await announceDepartments(services, organizationId)
  const files = new Map<string, string>()
  const texts = new Map<string, string>()
  const left = planned.values()
  const work = async () => {
    for (const document of left) await uploadDocument(services, document, { files, texts })
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return { fileOf: (versionId) => files.get(versionId), textOf: (file) => texts.get(file) }
}

function announceDepartments({ bus }: AnsweringServices, organizationId: number): Promise<void> {
  const { type } = teamEvents.departmentCreated
  return bus.publish(
    'team',
    defaultDepartments.map(({ number, name, color }) => ({
      specversion: '1.0',
      id: uuidV7(),
      source: 'team',
      type,
      dataversion: 1,
      subject: String(number),
      time: new Date().toISOString(),
      organizationid: organizationId,
      partitionkey: `${organizationId}/${number}`,
      data: { number, name, color },
    })),
  )
}

interface Uploaded {
  readonly files: Map<string, string>
  readonly texts: Map<string, string>
}

async function uploadDocument(
  services: AnsweringServices,
  { title, organizationId, visibleTo, versions }: PlannedDocument,
  uploaded: Uploaded,
): Promise<void> {
  const client = services.library({ personId: 'steward', organizationId, role: 'admin' })
  const [first, ...later] = versions
  if (!first) return
  const departments = defaultDepartments.filter(({ name }) => visibleTo.includes(name))
  const form = { title, visibleTo: departments.map(({ number }) => number).join(',') }
  const file = new Blob([new Uint8Array(first.content)])
  const { fileName } = first
  const upload = () => patiently(() => client.call(documentsApi.uploadDocument, { form, file, fileName }))
  // The service hears of departments by events.
  const { id, currentVersion } = await (departments.length === 0
    ? upload()
    : untilDone(() => upload().catch(unknownDepartment)))
  await settle(client, { id, versionId: currentVersion?.id ?? '', file: first.file }, uploaded)
  for (const version of later) await addVersion(client, { id, title, version }, uploaded)
}

interface Added {
  readonly id: string
  readonly title: string
  readonly version: PlannedVersion
}

async function addVersion(client: Client, { id, title, version }: Added, uploaded: Uploaded) {
  const { state, file, fileName, content } = version
  const created = await client.call(versionsApi.createVersion, {
    params: { id },
    form: { title, changes: 'A new version.', draft: String(state !== 'in force') },
    file: new Blob([new Uint8Array(content)]),
    fileName,
  })
  const params = { id, versionId: created.id }
  if (state === 'later') {
    const effectiveAt = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
    await client.call(versionsApi.submitVersion, { params, body: { effectiveAt } })
  }
  const { activatedAt } = await settle(client, { ...params, file }, uploaded)
  if (state !== 'in force' || activatedAt !== null) return
  await client.call(versionsApi.activateVersion, { params })
  await settle(client, { ...params, file }, uploaded)
}

/** Waits until the version was read, and keeps its text. */
async function settle(
  client: Client,
  { id, versionId, file }: { readonly id: string; readonly versionId: string; readonly file: string },
  { files, texts }: Uploaded,
): Promise<DocumentVersion> {
  files.set(versionId, file)
  const read = await untilDone(async () => {
    const versions = await client.call(versionsApi.listVersions, { params: { id } })
    const version = versions.find((each) => each.id === versionId)
    if (version?.ingestion.state === 'failed')
      throw new Error(`${file} could not be read: ${version.ingestion.reason}`)
    return version?.ingestion.state === 'ready' ? version : null
  })
  const { text } = await client.call(documentsApi.readVersionText, { params: { id, versionId } })
  texts.set(file, text)
  return read
}

function unknownDepartment(error: unknown): null {
  if (error instanceof RequestError && error.code === 'invalid_request') return null
  throw error
}

async function untilDone<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const result = await attempt()
    if (result !== null) return result
    await sleep(150)
  }
  throw new Error('The library was not filled in time.')
}
