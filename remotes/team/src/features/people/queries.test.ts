import { filterRows } from '@portal/remote-kit/filter-rows'
import { describe, expect, it } from 'vitest'
import { fixedMember } from '../../testing/fixed-people.ts'
import { memberWords } from './queries.ts'

const khalid = fixedMember('khalid', { firstName: 'خالد', lastName: 'المنصوري', role: 'manager' })
const tomas = fixedMember('tomas', { firstName: 'Tomás', lastName: 'Echeverría', role: 'admin' })
const unnamed = fixedMember('o.fontaine', {
  firstName: null,
  lastName: null,
  email: 'o.fontaine@halden.test',
})
const all = [khalid, tomas, unnamed]

const cases = [
  { text: '  ', found: all },
  { text: 'منصوري', found: [khalid] },
  { text: 'ECHEVERRI\u0301A tomás', found: [tomas] },
  { text: 'fontaine@', found: [unnamed] },
  { text: 'manager', found: [khalid] },
  { text: 'employee halden.test', found: [unnamed] },
  { text: 'tomás manager', found: [] },
]

describe('the members that a search leaves', () => {
  it.each(cases)('"$text"', ({ text, found }) => {
    expect(filterRows(all, memberWords, text)).toEqual(found)
  })
})
