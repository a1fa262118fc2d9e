import type { Document } from '@portal/contracts/documents'
import { describe, expect, it } from 'vitest'
import { type PaletteSources, paletteEntries } from './palette-entries.ts'

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
    isSample: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    organizationId: 7,
    fileName: 'a.pdf',
    fileType: 'application/pdf',
    sizeBytes: 1,
    currentVersion: null,
    ingestion: { state: 'ready', reason: null, passages: 1 },
  }
}

const member = (
  id: string,
  firstName: string | null,
  lastName: string | null,
): PaletteSources['people'][0] => ({
  ...{ id, firstName, lastName, email: `${id}@halden.test`, profileImageUrl: null, role: 'manager' },
  ...{ departments: [], joinedAt: '2026-01-01T00:00:00.000Z', isProtected: false },
})
const conversation = (id: string, title: string | null) => ({
  id,
  title,
  createdAt: '2026-01-01T00:00:00.000Z',
})

const sources: PaletteSources = {
  pages: [{ label: 'Documents', to: '/documents', words: 'Documents' }],
  documents: [document('1', 'DOC-1', 'Password Policy'), document('2', 'ISP-002', 'Remote Work & Travel')],
  people: [member('jose', 'José', 'Travis'), member('ann', null, null)],
  conversations: [conversation('c1', 'Nights on a journey'), conversation('c2', null)],
  acts: [{ label: 'Log out', words: 'sign out leave', perform: () => undefined }],
  passages: [],
  talkedAbout: [],
  mayAsk: true,
}

const found = (text: string, changes: Partial<PaletteSources> = {}) =>
  paletteEntries({ ...sources, ...changes }, text).map(
    ({ label, to, perform }) => `${label} -> ${to ?? (perform ? 'done here' : 'asked here')}`,
  )

describe('what the palette offers', () => {
  it('is the pages, before anything is typed', () => {
    expect(found('')).toEqual(['Documents -> /documents'])
  })

  it('is what can be done, for somebody who has no page yet', () => {
    expect(found('', { pages: [] })).toEqual(['Log out -> done here'])
  })

  it('is documents by title or ID, and the text as a question', () => {
    expect(found('travel')).toEqual(['Remote Work & Travel -> /documents/2', 'travel -> asked here'])
    expect(found('travel work')[0]).toBe('Remote Work & Travel -> /documents/2')
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

  it('begins a passage where it has the words, since a row shows only the beginning', () => {
    const text = `Goods are stored by product. ${'Rooms are mapped. '.repeat(20)}Doors stay open briefly.`
    const passage = {
      ...{ id: 'p1', documentId: 'd1', versionId: 'v1', version: 1, title: 'Stores', customId: 'DOC-3' },
      ...{ headingPath: [], page: null, start: 0, end: text.length, text, score: 1 },
    }
    const [, entry] = found('how long may store doors stay open', { passages: [passage] })
    expect(entry).toMatch(/^… Doors stay open briefly\. ->/)
  })

  it('is people by name, address or role, who are shown in the list of users', () => {
    expect(found('jose')).toEqual(['José Travis -> /users?q=Jos%C3%A9%20Travis', 'jose -> asked here'])
    expect(found('ann@')[0]).toBe('ann@halden.test -> /users?q=ann%40halden.test')
    expect(found('manager', { mayAsk: false })).toHaveLength(2)
  })

  it("is one's conversations by title, those without one included", () => {
    expect(found('journey')[0]).toBe('Nights on a journey -> /chat?conversation=c1')
    expect(found('untitled')[0]).toBe('Untitled Conversation -> /chat?conversation=c2')
  })

  it('is conversations in which the text was said, last and each once', () => {
    const talkedAbout = [conversation('c1', 'Nights on a journey'), conversation('c3', 'Trips')]
    expect(found('night', { talkedAbout })).toEqual([
      'Nights on a journey -> /chat?conversation=c1',
      'night -> asked here',
      'Trips -> /chat?conversation=c3',
    ])
  })

  it('is acts, also by other words for them', () => {
    expect(found('sign out')).toEqual(['Log out -> done here', 'sign out -> asked here'])
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
