import type { Department } from '@portal/contracts/departments'
import type { Document } from '@portal/contracts/documents'

/** The n-th document of an organization, ready and active by default. */
export function fixedDocument(n: number, changes: Partial<Document> = {}): Document {
  return {
    id: `0190b6c1-0000-7000-8000-${String(n).padStart(12, '0')}`,
    customId: `DOC-${n}`,
    title: `Policy ${n}`,
    departmentId: null,
    departmentName: null,
    isActive: true,
    visibleTo: [],
    ownerId: null,
    effectiveOn: '2026-01-14',
    review: { nextOn: '2099-01-14', cycleMonths: null, isOverdue: false },
    isSample: false,
    createdAt: '2026-01-14T10:20:00.000Z',
    organizationId: 7,
    fileName: `policy-${n}.pdf`,
    fileType: 'application/pdf',
    sizeBytes: 1_572_864,
    currentVersion: { id: `0190b6c1-0000-7000-9000-${String(n).padStart(12, '0')}`, version: 1 },
    ingestion: { state: 'ready', reason: null, passages: 12 },
    ...changes,
  }
}

/** The departments that a new organization is seeded with (product §9, decision 26). */
export const fixedDepartments: readonly Department[] = [
  'Legal & Compliance',
  'Human Resources',
  'Information Technology',
  'Finance & Accounting',
  'Operations',
].map((name, at) => ({ id: at + 1, name, color: '#10B981', createdAt: '2026-01-01T00:00:00.000Z' }))
