import type { Department } from '@portal/contracts/departments'
import type { Gap } from '@portal/contracts/gaps'
import type { GoldenQuestion, GoldenRun } from '@portal/contracts/golden-questions'
import type { VerifiedAnswer } from '@portal/contracts/verified-answers'
import { fixedCitation, fixedId, fixedSource } from './fixed-answers.ts'

const fixedDepartment: Department = {
  id: 2,
  name: 'Human Resources',
  color: '#10B981',
  createdAt: '2026-01-05T09:00:00.000Z',
}

export const fixedNames = {
  'GET /api/documents': () => Response.json([]),
  'GET /api/departments': () => Response.json([fixedDepartment]),
  'GET /api/users/names': () =>
    Response.json([
      { id: 'ada', name: 'Ada Lovelace' },
      { id: 'tomas', name: 'Tomas Lindqvist' },
    ]),
}

export function fixedGap(n = 1, changes: Partial<Gap> = {}): Gap {
  return {
    id: fixedId('b100', n),
    state: 'open',
    question: 'May I keep a gift?',
    askers: 4,
    unanswered: 3,
    ratedLow: 1,
    sent: [],
    documentId: null,
    ownerId: null,
    departmentId: 2,
    note: '',
    lastAskedAt: '2026-02-03T09:00:00.000Z',
    changedAt: '2026-02-03T09:00:00.000Z',
    ...changes,
  }
}

export function fixedVerified(n = 1, changes: Partial<VerifiedAnswer> = {}): VerifiedAnswer {
  return {
    id: fixedId('b200', n),
    question: 'By when must the authority know?',
    content: 'You have 72 hours to notify the authority. [1]',
    citations: [fixedCitation(1, 'The officer notifies the authority within 72 hours.')],
    state: 'active',
    verifiedBy: 'ada',
    verifiedAt: '2026-02-03T09:00:00.000Z',
    endedAt: null,
    ...changes,
  }
}

export function fixedGolden(n = 1, changes: Partial<GoldenQuestion> = {}): GoldenQuestion {
  return {
    id: fixedId('b300', n),
    question: `Golden question ${n}?`,
    documentId: fixedSource.documentId,
    words: '',
    createdBy: 'ada',
    createdAt: '2026-02-03T09:00:00.000Z',
    ...changes,
  }
}

export function fixedRun(n = 1, changes: Partial<GoldenRun> = {}): GoldenRun {
  return {
    id: fixedId('b400', n),
    cause: 'demand',
    state: 'finished',
    questions: 3,
    asked: 3,
    answered: 2,
    right: 1,
    startedAt: '2026-02-03T09:00:00.000Z',
    finishedAt: '2026-02-03T09:01:00.000Z',
    ...changes,
  }
}
