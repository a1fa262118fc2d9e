import type { Client } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import { defaultDepartments, teamEvents } from '@portal/contracts/team'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { expect, vi } from 'vitest'
import { service as documents } from '../src/service.ts'

export type DocumentsUnderTest = Awaited<ReturnType<typeof startDocumentsUnderTest>>

/** The documents service on the embedded engines, with as many organizations as a test needs. */
export async function startDocumentsUnderTest(change: Partial<DocumentEngines['ports']> = {}) {
  const engines = await openDocumentEngines()
  const under = await startUnderTest(documents, { ports: { ...engines.ports, ...change } })
  let organizations = 0

  /** An organization with its five departments, as team's events announce them. */
  async function newOrganization() {
    organizations += 1
    const organizationId = organizations
    await under.bus.publish('team', defaultDepartments.map(announced(organizationId)))
    const as = (role: Role, how: { personId?: string; departments?: readonly number[] } = {}) =>
      under.as({ personId: `${role}-${organizationId}`, organizationId, role, ...how })
    return { organizationId, as, admin: as('admin') }
  }

  return {
    ...{ under, engines, newOrganization },
    [Symbol.asyncDispose]: async () => {
      await under.stop()
      await engines.close()
    },
  }
}

const announced = (organizationId: number) => (department: (typeof defaultDepartments)[number]) => ({
  specversion: '1.0' as const,
  id: uuidV7(),
  source: 'team',
  type: teamEvents.departmentCreated.type,
  dataversion: 1,
  subject: `${organizationId}/${department.number}`,
  time: new Date().toISOString(),
  organizationid: organizationId,
  partitionkey: `${organizationId}/${department.number}`,
  data: { ...department },
})

/** A policy of three passages; the last says that records of the subject are kept for years. */
export const policy = (subject: string) =>
  `${subject} Policy\n\n1. Purpose\n\nThis policy says how ${subject} is kept.\n\n2. Retention\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`

interface UploadForm {
  readonly title?: string
  readonly departmentId?: string
  readonly customId?: string
  readonly visibleTo?: string
}

/** Uploads a text; its file is there at once. */
export function upload(client: Client, text: string, form: UploadForm = {}): Promise<Document> {
  const file = new Blob([text])
  return client.call(documentsApi.uploadDocument, { form, file, fileName: 'policy.txt' })
}

/** Uploads a text and waits until it can be searched. */
export async function uploadReady(client: Client, text: string, form: UploadForm = {}): Promise<Document> {
  const { id } = await upload(client, text, form)
  return vi.waitFor(
    async () => {
      const document = await client.call(documentsApi.readDocument, { params: { id } })
      expect(document.ingestion.state).toBe('ready')
      return document
    },
    { timeout: 45_000, interval: 50 },
  )
}
