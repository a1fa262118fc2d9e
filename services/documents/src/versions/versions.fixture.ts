import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { EventDefinition } from '@portal/contracts/events'
import { type Role, roles } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import type { DocumentVersion } from '@portal/contracts/versions'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { vi } from 'vitest'
import type { z } from 'zod'
import type { DocumentsPorts } from '../ports.ts'
import { service as documents } from '../service.ts'

let organizations = 0

/** The documents service with organizations whose members it has learned of. */
export async function startVersionsUnderTest(alter: (ports: DocumentsPorts) => DocumentsPorts = (it) => it) {
  const engines = await openDocumentEngines()
  const under = await startUnderTest(documents, { ports: alter(engines.ports) })
  return {
    under,
    newOrganization: () => newOrganization(under),
    stop: async () => {
      await under.stop()
      await engines.close()
    },
  }
}

/** An organization with one member of each role and further ones. */
async function newOrganization(under: ServiceUnderTest) {
  organizations += 1
  const organizationId = organizations
  const publish = <D extends EventDefinition>(definition: D, subject: string, data: z.input<D['data']>) =>
    under.bus.publish('team', [
      {
        specversion: '1.0',
        id: uuidV7(),
        source: 'team',
        type: definition.type,
        dataversion: 1,
        subject,
        time: new Date().toISOString(),
        organizationid: organizationId,
        partitionkey: `${organizationId}/${subject}`,
        data: { ...data },
      },
    ])
  const join = (userId: string, role: Role) => publish(teamEvents.memberJoined, userId, { userId, role })
  const leave = (userId: string, role: Role) => publish(teamEvents.memberRemoved, userId, { userId, role })
  const named = (person: string) => `${person}-${organizationId}`
  for (const role of roles) await join(named(role), role)
  const as = (role: Role, person: string = role, departments: readonly number[] = []) =>
    under.as({ personId: named(person), organizationId, role, departments })
  return { organizationId, as, named, publish, join, leave, admin: as('admin') }
}
export type TestOrganization = Awaited<ReturnType<typeof newOrganization>>

/** A policy's text about a subject; equal subjects give equal files. */
export const policyAbout = (subject: string) =>
  `${subject} Policy\n\n1. Purpose\n\nThis policy says how ${subject} is kept.\n`

/** Uploads a document with its first version. */
export function upload(client: Client, content = policyAbout(crypto.randomUUID())) {
  const file = new Blob([content])
  return client.call(documentsApi.uploadDocument, { form: {}, file, fileName: 'policy.txt' })
}

/** What of a new version is not by default. */
export interface Wanted {
  readonly content?: string | Uint8Array<ArrayBuffer>
  readonly title?: string
  readonly changes?: string
  readonly draft?: string
  readonly approverIds?: string
  readonly effectiveAt?: string
  readonly fileName?: string
  /** Empty: none. */
  readonly key?: string
}

/** Adds a version to a document. */
export function addVersion(client: Client, id: string, wanted: Wanted = {}): Promise<DocumentVersion> {
  const { content = policyAbout(crypto.randomUUID()), fileName = 'policy.txt', key, ...form } = wanted
  const given = { title: 'Second edition', changes: 'Clause 2 was added.', ...form }
  const file = new Blob([content])
  return client.call(
    documentsApi.createVersion,
    { params: { id }, form: given, file, fileName },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
}

export const listVersions = (client: Client, id: string) =>
  client.call(documentsApi.listVersions, { params: { id } })
export const approvalsOf = (client: Client, { id }: Pick<DocumentVersion, 'id'>) =>
  client.call(documentsApi.listApprovals, { params: { versionId: id } })
export const pendingFor = (client: Client) => client.call(documentsApi.listPendingApprovals, {})
export const activate = (client: Client, { documentId, id }: Pick<DocumentVersion, 'documentId' | 'id'>) =>
  client.call(documentsApi.activateVersion, { params: { id: documentId, versionId: id } })
export const submit = (client: Client, { documentId, id }: DocumentVersion, body = {}) =>
  client.call(documentsApi.submitVersion, { params: { id: documentId, versionId: id }, body })
export const withdraw = (client: Client, { documentId, id }: DocumentVersion) =>
  client.call(documentsApi.withdrawVersion, { params: { id: documentId, versionId: id } })

/** Decides the one approval that awaits this person for a version. */
export async function decide(
  client: Client,
  version: Pick<DocumentVersion, 'id'>,
  status: 'approved' | 'rejected' = 'approved',
) {
  const waiting = await pendingFor(client)
  const approval = waiting.find(({ versionId }) => versionId === version.id)
  return client.call(documentsApi.decideApproval, { params: { id: approval?.id ?? '' }, body: { status } })
}

/** Sends a version back by the one approval that awaits this person for it. */
export async function requestChanges(client: Client, version: Pick<DocumentVersion, 'id'>) {
  const waiting = await pendingFor(client)
  const params = { id: waiting.find(({ versionId }) => versionId === version.id)?.id ?? '' }
  return client.call(documentsApi.requestChanges, { params, body: { comments: 'Name the owner.' } })
}

/** Status and message of a refusal; 0 for a success. */
export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 0, message: '' }),
    (error: unknown) =>
      error instanceof RequestError
        ? { status: error.status, message: error.detail }
        : { status: -1, message: String(error) },
  )
export const statusOf = async (call: Promise<unknown>) => (await refusalOf(call)).status

/** Waits until a version was read, or could not be. */
export function settled(client: Client, version: Pick<DocumentVersion, 'id' | 'documentId'>) {
  return vi.waitFor(
    async () => {
      const found = (await listVersions(client, version.documentId)).find(({ id }) => id === version.id)
      if (found?.ingestion.state !== 'ready' && found?.ingestion.state !== 'failed')
        throw new Error(`The version is ${found?.ingestion.state}.`)
      return found
    },
    { timeout: 100_000, interval: 50 },
  )
}
