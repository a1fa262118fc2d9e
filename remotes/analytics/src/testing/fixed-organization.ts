import { type Document, Document as DocumentSchema } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { defaultDepartments } from '@portal/contracts/team'
import type { FixedResponse } from '@portal/remote-kit/fixed-server'

/** The n-th id of a kind; kinds are single digits. */
export function fixedId(n: number, kind = 8): string {
  return `0190b6c1-0000-7${kind}00-8000-${String(n).padStart(12, '0')}`
}

/** The n-th document of an organization, active and ready. */
export function fixedDocument(n: number, changes: Partial<Document> = {}): Document {
  return DocumentSchema.parse({
    ...{ id: fixedId(n), customId: `DOC-${n}`, title: `Policy ${n}`, departmentId: null },
    ...{ departmentName: null, isActive: true, visibleTo: [], createdAt: '2026-01-14T10:20:00.000Z' },
    ...{ organizationId: 7, fileName: `policy-${n}.pdf`, fileType: 'application/pdf', sizeBytes: 1_000 },
    currentVersion: { id: fixedId(n, 9), version: 1 },
    ingestion: { state: 'ready', reason: null, passages: 12 },
    ...changes,
  })
}

/** The departments of a new organization. */
export const fixedDepartments = defaultDepartments.map(({ number: id, name, color }) => ({
  ...{ id, name, color },
  createdAt: '2026-01-01T00:00:00.000Z',
}))

/** Figures of 200 questions, of which most were answered. */
export const fixedFigures = {
  ...{ questions: 200, answered: 172, noEvidence: 16, rated: 40, lowRated: 2, averageRating: 4.3 },
  ...{ answeredShare: 0.86, noEvidenceShare: 0.08, lowRatedShare: 0.05, medianAnswerMs: 2600 },
}

/** Figures of none. */
export const noFigures = {
  ...{ questions: 0, answered: 0, noEvidence: 0, rated: 0, lowRated: 0, averageRating: null },
  ...{ answeredShare: null, noEvidenceShare: null, lowRatedShare: null, medianAnswerMs: null },
}

const period = { from: '2026-10-25', to: '2026-11-23', previousFrom: '2026-09-25', timeZone: 'UTC' }

const stats = {
  ...{ totalQuestions: 1284, totalDocuments: 212, averageRating: 4.3 },
  departments: fixedDepartments.map(({ id, name, color }) => ({ id, name, color, questionCount: id })),
}

const trending = {
  ...{ id: fixedId(1, 7), question: 'How long do we keep complaint files?', askCount: 31 },
  ...{ lastAsked: '2026-11-20T10:00:00.000Z', averageRating: 4.7 },
  ...{ department: 'Legal & Compliance', departmentId: 1 },
}

const covered = {
  ...{ id: fixedId(1), title: 'Policy 1', departmentId: 1, department: 'Legal & Compliance', answers: 12 },
  ...{ lastCitedOn: '2026-11-20', nextReviewOn: '2026-11-01', isOverdue: true, asked: 10, outstanding: 4 },
}

const me = {
  ...{ id: 'person-1', email: 'ingrid@halden.test', firstName: 'Ingrid', lastName: 'Solberg' },
  ...{ profileImageUrl: null, organizationId: 7, role: 'manager', organization: null, isMasterAdmin: false },
  departments: fixedDepartments.slice(0, 1),
}

const bodies = {
  '/api/auth/user': me,
  '/api/organization/settings': defaultSettings,
  '/api/departments': fixedDepartments,
  '/api/documents': [],
  '/api/documents/samples': { offered: 5, titles: [], questions: [] },
  '/api/conversations': [],
  '/api/users': [],
  '/api/users/names': [{ id: 'person-2', name: 'Priya Raghunathan' }],
  '/api/invitations': [],
  '/api/approvals/pending': [],
  '/api/acknowledgements/pending': [],
  '/api/chat/gaps': [],
  '/api/ingestion-problems/health': {
    ...{ queued: 0, reading: 0, indexing: 0, ready: 0, failed: 0, partlyRead: 0, parsers: [] },
  },
  '/api/analytics/stats': stats,
  '/api/analytics/activity': [],
  '/api/analytics/insights': { period, present: fixedFigures, previous: noFigures },
  '/api/analytics/time-series': {
    ...{ period, unit: 'day' },
    points: [
      { startsOn: '2026-11-22', ...fixedFigures },
      { startsOn: '2026-11-23', ...fixedFigures, questions: 40 },
    ],
    previous: [
      { startsOn: '2026-11-20', ...noFigures, questions: 100 },
      { startsOn: '2026-11-21', ...noFigures },
    ],
  },
  '/api/analytics/departments': fixedDepartments.map(({ id, name, color }) => ({
    ...{ id, name, color, previousQuestions: 10 },
    figures: {
      ...fixedFigures,
      questions: id * 10,
      averageRating: [4.6, 3.9, 3.2, null, 4.5][id - 1] ?? null,
    },
  })),
  '/api/analytics/trending-questions': [trending],
  '/api/analytics/unanswered-questions': [
    { ...trending, id: fixedId(2, 7), question: 'May I use a public AI tool?', unansweredCount: 9 },
  ],
  '/api/analytics/recommendations': [
    {
      ...{ priority: 'high', message: 'Nine people asked about AI tools and no document covers it.' },
      ...{ kind: 'unanswered', act: { label: 'Upload a document', to: '/documents' } },
    },
    { priority: 'medium', message: 'Policy 1 is rated 3.1.', kind: 'low-rated' },
    { priority: 'low', message: '116 documents were never cited.', kind: 'never-cited' },
  ],
  '/api/analytics/coverage': {
    ...{ period, documents: 204, askedAbout: 96, neverAsked: 108, overdue: 3, unread: 7, outstanding: 31 },
  },
  '/api/analytics/coverage/documents': [covered],
} as const satisfies Readonly<Record<string, unknown>>

type Path = keyof typeof bodies

/** An organization at work, nothing of it waiting; `changes` are other bodies by path. */
export function fixedOrganization(
  changes: Partial<Record<Path, unknown>> = {},
): Readonly<Record<string, FixedResponse>> {
  return Object.fromEntries(
    Object.entries({ ...bodies, ...changes }).map(([path, body]) => [
      `GET ${path}`,
      () => Response.json(body),
    ]),
  )
}

/** Nobody has done anything in it yet. */
export const freshOrganization: Parameters<typeof fixedOrganization>[0] = {
  '/api/analytics/stats': {
    ...{ totalQuestions: 0, totalDocuments: 0, averageRating: null },
    departments: stats.departments.map((department) => ({ ...department, questionCount: 0 })),
  },
  '/api/users': [
    {
      ...{ id: 'person-1', email: null, firstName: 'Ingrid', lastName: 'Solberg', profileImageUrl: null },
      ...{ role: 'admin', departments: [], joinedAt: '2026-01-01T00:00:00.000Z', isProtected: false },
    },
  ],
}
