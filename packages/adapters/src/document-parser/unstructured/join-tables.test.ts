import { describe, expect, it } from 'vitest'
import type { PlacedBlock } from './join-halves.ts'
import { joinTables } from './join-tables.ts'

const height = 9

function line(text: string, left: number, top: number, width = 5 * text.length): PlacedBlock {
  const box = { left, top, right: left + width, bottom: top + height, pageWidth: 595 }
  return { block: { kind: 'heading', level: 2, text, page: 3 }, box }
}

const read = (placed: readonly PlacedBlock[]) =>
  joinTables(placed).map(({ block: { kind, text } }) => (kind === 'table' ? text.split('\n') : text))

describe('a table of a PDF', () => {
  // Places and order are those that Unstructured 0.27.32 gave for a retention schedule.
  const schedule = [
    line('A.1 Quality and products', 62, 132),
    ...[line('Record', 66, 158), line('Batch records', 66, 179), line('Complaint records, with', 66, 213)],
    ...[line('investigation', 66, 227), line('Recall records', 66, 248), line('A.2 People', 62, 283)],
    ...[line('Kept for', 275, 158), line('10 years', 275, 179), line('10 years', 275, 213)],
    line('15 years', 275, 248),
    ...[line('Counted from', 317, 158), line('Release of the', 317, 179), line('batch', 317, 193)],
    ...[line('Closing', 317, 213), line('End of the recall', 317, 248)],
  ]

  it('is read row by row, where its first cell stands', () => {
    expect(read(schedule)).toEqual([
      'A.1 Quality and products',
      [
        'Record\tKept for\tCounted from',
        'Batch records\t10 years\tRelease of the batch',
        'Complaint records, with investigation\t10 years\tClosing',
        'Recall records\t15 years\tEnd of the recall',
      ],
      'A.2 People',
    ])
  })

  it('of names and what belongs to them has two columns, and may have empty cells', () => {
    const names = [line('Document', 66, 134), line('Owner', 66, 154), line('Approver', 66, 175)]
    const values = [line('POL-LC-02', 144, 134), line('Compliance Director', 144, 154)]
    expect(read([...names, ...values, line('Chief Executive', 144, 175)])).toEqual([
      ['Document\tPOL-LC-02', 'Owner\tCompliance Director', 'Approver\tChief Executive'],
    ])
    const cells = [...schedule.slice(0, 3), ...schedule.slice(7, 9), ...schedule.slice(11, 12)]
    expect(read(cells)[1]).toEqual(['Record\tKept for\tCounted from', 'Batch records\t10 years\t'])
  })

  it.each([
    [
      'columns of text',
      [0, 1, 2, 3].flatMap((at) => [50, 230, 410].map((left) => line('of a text', left, 100 + 12 * at))),
    ],
    [
      'two columns of text',
      [0, 1, 2].flatMap((at) => [50, 310].map((left) => line('of a text', left, 100 + 20 * at, 240))),
    ],
    [
      'items apart from their numbers',
      [1, 2, 3].flatMap((at) => [line(`${at}.`, 66, 20 * at), line('Inform the lead', 82, 20 * at)]),
    ],
    ['one row', [50, 230, 410].map((left) => line('Signature', left, 100))],
  ])('is not made of %s', (_, lines) => {
    expect(joinTables(lines)).toEqual(lines)
  })

  it('leaves what has no place, or reaches over several columns, as it is', () => {
    const note = line('Frozen controls are not transferred to a room at 2 to 8 °C.', 66, 200)
    const unplaced = { ...line('Unknown', 66, 0), box: null }
    expect(
      read([...schedule.slice(0, 3), ...schedule.slice(7, 9), ...schedule.slice(11, 14), note, unplaced]),
    ).toEqual([
      'A.1 Quality and products',
      ['Record\tKept for\tCounted from', 'Batch records\t10 years\tRelease of the batch'],
      note.block.text,
      'Unknown',
    ])
  })
})
