import { describe, expect, it } from 'vitest'
import { summaryFileName } from './save-summary.ts'

const names = [
  { title: 'Access Control', name: 'Access Control.txt' },
  { title: '../../etc/passwd', name: 'etc-passwd.txt' },
  { title: 'a<b>c:d"e/f\\g|h?i*j', name: 'a-b-c-d-e-f-g-h-i-j.txt' },
  { title: 'سياسة حماية البيانات', name: 'سياسة حماية البيانات.txt' },
  { title: 'invoice\u202Etxt.exe', name: 'invoice-txt.exe.txt' },
  { title: '...', name: 'document.txt' },
  { title: 'x'.repeat(300), name: `${'x'.repeat(120)}.txt` },
]

describe('the file name of a summary', () => {
  it.each(names)('$title becomes $name', ({ title, name }) => {
    expect(summaryFileName(title)).toBe(name)
  })
})
