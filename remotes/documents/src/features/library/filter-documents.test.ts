import { describe, expect, it } from 'vitest'
import { fixedDocument } from '../../testing/fixed-documents.ts'
import { filterDocuments } from './filter-documents.ts'

const arabic = fixedDocument(1, { title: 'سياسة حماية البيانات', departmentId: 2 })
const accented = fixedDocument(2, { title: 'Politique d’e\u0301thique', departmentId: 2 })
const plain = fixedDocument(3, { title: 'Access Control', customId: 'ACS-7', departmentId: null })
const whole = { status: null, sort: 'newest' } as const
const all = [arabic, accented, plain]

const cases = [
  { text: '', department: null, found: all },
  { text: '   ', department: null, found: all },
  { text: 'حماية', department: null, found: [arabic] },
  { text: 'Éthique', department: null, found: [accented] },
  { text: 'acs-7', department: null, found: [plain] },
  { text: '', department: 2, found: [arabic, accented] },
  { text: 'access', department: 2, found: [] },
  { text: '0190', department: null, found: [] },
  { text: plain.id, department: null, found: [plain] },
]

describe('a filtered library', () => {
  it.each(cases)('"$text" in department $department', ({ text, department, found }) => {
    expect(filterDocuments(all, { ...whole, text, department })).toEqual(found)
  })
})
