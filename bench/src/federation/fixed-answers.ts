import type { Document } from '@portal/contracts/documents'
import type { SiteContent } from '@portal/contracts/marketing'
import { permissionsOf } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { defaultDepartments } from '@portal/contracts/team'

const settings: Session['settings'] = { oidcIssuer: '', oidcClientId: '', accountUrl: '' }

/** What the public pages say. */
export const fixedContent: SiteContent = {
  links: {
    scheduleUrl: 'https://schedule.example/',
    quizUrl: 'https://quiz.example/',
    aboutUrl: 'https://about.example/',
    contactMailbox: 'contact@example.com',
  },
  claims: {
    uptime: '',
    integrationsUptime: '',
    encryptionAtRest: '',
    encryptionInTransit: '',
    deletionPeriod: '',
    syncTime: '',
  },
  certifications: [],
  integrations: [],
}

const visitor: Session = {
  person: null,
  organization: null,
  role: null,
  isMasterAdmin: false,
  permissions: [],
  settings,
}

const admin: Session = {
  person: { id: 'p', email: 'a@example.com', firstName: 'Ada', lastName: 'Byron', profileImageUrl: null },
  organization: { id: 1, name: 'Halden Medical' },
  role: 'admin',
  isMasterAdmin: false,
  permissions: permissionsOf('admin'),
  settings,
}

const createdAt = '2026-01-01T00:00:00.000Z'

function document(index: number): Document {
  return {
    id: `0190b6c1-0000-7000-8000-${String(index).padStart(12, '0')}`,
    customId: `DOC-${index}`,
    title: `Policy ${index}`,
    departmentId: 1,
    departmentName: 'Legal & Compliance',
    isActive: true,
    visibleTo: [],
    ownerId: null,
    effectiveOn: null,
    review: { nextOn: null, cycleMonths: null, isOverdue: false },
    isSample: false,
    createdAt,
    organizationId: 1,
    fileName: 'policy.pdf',
    fileType: 'application/pdf',
    sizeBytes: 100_000,
    currentVersion: null,
    ingestion: { state: 'ready', reason: null, passages: 10 },
  }
}

/** Fixed API responses: a visitor's or an admin's session, twelve documents, the departments. */
export function fixedAnswer(path: string, isSignedIn: boolean): unknown {
  if (path === '/api/session') return isSignedIn ? admin : visitor
  if (path === '/api/marketing/content') return fixedContent
  if (path === '/api/departments')
    return defaultDepartments.map(({ number, name, color }) => ({ id: number, name, color, createdAt }))
  if (path === '/api/documents') return Array.from({ length: 12 }, (_, index) => document(index + 1))
  return []
}
