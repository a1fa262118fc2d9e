import type { ComparedBlock, DifferenceRow, VersionDifference } from '@portal/contracts/difference'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen } from '../routes/difference.tsx'
import { fixedPolicy, fixedVersion } from './fixed-versions.ts'

export const documentId = fixedPolicy.id
export const versionIds = [1, 2, 3].map((n) => fixedVersion(n).id)

const block = (number: string, changes: Partial<ComparedBlock> = {}): ComparedBlock => ({
  block: 'paragraph',
  level: null,
  number,
  page: null,
  ...changes,
})
const same = (index: number, number: string, text: string): DifferenceRow => ({
  kind: 'same',
  index,
  before: block(number),
  after: { ...block(number), text },
  isRenumbered: false,
})

/** One row of each kind: 20 unchanged lines, then a change, a removal, an addition and a move. */
export const fixedRows: readonly DifferenceRow[] = [
  { kind: 'unchanged', index: 0, count: 20 },
  same(20, '6.1', 'The incident lead records every breach.'),
  {
    kind: 'changed',
    index: 21,
    before: block('6.2'),
    after: block('6.2'),
    segments: [
      { op: 'same', text: 'Files are kept for ' },
      { op: 'removed', text: 'three' },
      { op: 'added', text: 'six' },
      { op: 'same', text: ' years.' },
    ],
  },
  { kind: 'removed', index: 22, before: { ...block('6.3'), text: 'Paper copies are burned.' } },
  { kind: 'added', index: 23, after: { ...block('6.3'), text: 'Paper copies are shredded twice.' } },
  {
    kind: 'moved-away',
    index: 24,
    before: { ...block('6.4'), text: 'Visitors sign the register.' },
    counterpart: { index: 27, number: '9.1', section: 'Visitors' },
  },
  {
    kind: 'same',
    index: 25,
    before: block('6.5'),
    after: { ...block('6.4'), text: 'Keys are counted each evening.' },
    isRenumbered: true,
  },
  {
    kind: 'changed',
    index: 26,
    before: block('', { block: 'table-row' }),
    after: block('', { block: 'table-row' }),
    segments: [
      { op: 'same', text: 'Invoices\t' },
      { op: 'removed', text: '6 years' },
      { op: 'added', text: '10 years' },
      { op: 'same', text: '\tFinance' },
    ],
  },
  {
    kind: 'moved-here',
    index: 27,
    after: block('9.1'),
    segments: [{ op: 'same', text: 'Visitors sign the register.' }],
    counterpart: { index: 24, number: '6.4', section: 'Notification' },
  },
]

/** The difference of the first two versions. */
export function fixedDifference(changes: Partial<VersionDifference> = {}): VersionDifference {
  const [before = '', after = ''] = versionIds
  const version = { title: 'Records Policy', status: 'approved', createdAt: '2026-01-14T10:20:00.000Z' }
  return {
    documentId,
    title: 'Records Policy',
    customId: 'DOC-1',
    before: { id: before, version: 1, isCurrent: true, fileName: 'policy-1.pdf', ...version },
    after: { id: after, version: 2, isCurrent: false, fileName: 'policy-2.pdf', ...version },
    summary: { changed: 2, added: 1, removed: 1, moved: 1, renumbered: 1, unchanged: 21 },
    sections: [
      { title: 'Notification', index: 21, changes: 4 },
      { title: 'Visitors', index: 27, changes: 1 },
    ],
    rows: [...fixedRows],
    next: null,
    ...changes,
  }
}

const [first = '', second = ''] = versionIds
export const differenceCall = `GET /api/documents/${documentId}/versions/${second}/difference`
const versionsCall = `GET /api/documents/${documentId}/versions`

/** Renders the difference of the first two versions. */
export function renderDifference(setup: ScreenSetup & { readonly search?: string } = {}) {
  const { search = `?with=${first}`, ...rest } = setup
  return renderScreen(Screen, {
    path: `/documents/${documentId}/versions/${second}/difference${search}`,
    params: { id: documentId, versionId: second },
    ...rest,
    responses: {
      [differenceCall]: () => Response.json(fixedDifference()),
      [versionsCall]: () => Response.json([fixedVersion(2), fixedVersion(1, { isActive: true })]),
      ...rest.responses,
    },
  })
}
