import type { Document } from '@portal/contracts/documents'
import { describe, expect, it } from 'vitest'
import { paletteEntries } from './palette-entries.ts'

function document(id: string, customId: string, title: string): Document {
  return {
    id,
    customId,
    title,
    departmentId: null,
    departmentName: null,
    isActive: true,
    visibleTo: [],
    ownerId: null,
    effectiveOn: null,
    review: { nextOn: null, cycleMonths: null, isOverdue: false },
    createdAt: '2026-01-01T00:00:00.000Z',
    organizationId: 7,
    fileName: 'a.pdf',
    fileType: 'application/pdf',
    sizeBytes: 1,
    currentVersion: null,
    ingestion: { state: 'ready', reason: null, passages: 1 },
  }
}

const sources = {
  pages: [{ label: 'Documents', to: '/documents', icon: 'files', isCurrent: false }],
  documents: [document('1', 'DOC-1', 'Password Policy'), document('2', 'ISP-002', 'Remote Work & Travel')],
  passages: [],
  mayAsk: true,
}

const found = (text: string, changes = {}) =>
  paletteEntries({ ...sources, ...changes }, text).map(({ label, to }) => `${label} -> ${to ?? 'asked here'}`)

describe('what the palette offers', () => {
  it('is the pages, before anything is typed', () => {
    expect(found('')).toEqual(['Documents -> /documents'])
  })

  it('is documents by title or ID, and the text as a question', () => {
    expect(found('travel')).toEqual(['Remote Work & Travel -> /documents/2', 'travel -> asked here'])
    expect(found('isp-0')[0]).toContain('Remote Work')
  })

  it('is passages that the text finds, after the question, opened at their place', () => {
    const passage = {
      ...{ id: 'p1', documentId: 'd1', versionId: 'v1', version: 2, title: 'Travel', customId: 'DOC-2' },
      ...{
        headingPath: ['Hotels'],
        page: 3,
        start: 40,
        end: 80,
        text: 'Hotels cost\nat most 120.',
        score: 1,
      },
    }
    expect(found('hotel', { passages: [passage] })).toEqual([
      'hotel -> asked here',
      'Hotels cost at most 120. -> /documents/d1?version=v1&start=40&end=80',
    ])
  })

  it('is no question for someone who may not ask', () => {
    expect(found('travel', { mayAsk: false })).toHaveLength(1)
  })

  it('is at most eight documents', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      document(String(index), `DOC-${index}`, `Policy ${index}`),
    )
    expect(found('policy', { documents: many, mayAsk: false })).toHaveLength(8)
  })
})
