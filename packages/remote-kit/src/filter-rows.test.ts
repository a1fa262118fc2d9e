import { filterRows } from '@portal/remote-kit/filter-rows'
import { describe, expect, it } from 'vitest'

const khalid = 'خالد المنصوري'
const tomas = 'Tomás Echeverría'
const halden = 'Halden Shipping #12'
const rows = [khalid, tomas, halden]

const cases = [
  { text: '  ', found: rows },
  { text: 'منصوري', found: [khalid] },
  { text: 'ECHEVERRI\u0301A tomás', found: [tomas] },
  { text: '#12 ship', found: [halden] },
  { text: 'tomás shipping', found: [] },
]

describe('the rows that a search leaves', () => {
  it.each(cases)('"$text"', ({ text, found }) => {
    expect(filterRows(rows, (row) => row, text)).toEqual(found)
  })
})
