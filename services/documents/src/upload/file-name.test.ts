import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptFileName } from './file-name.ts'

describe('the name that is kept of an uploaded file', () => {
  it.each([
    ['Policy 2024.pdf', 'Policy 2024.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\temp\\policy.docx', 'policy.docx'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
    ['say "hi".txt', 'say hi.txt'],
    ['\u202Efdp.exe.pdf', 'fdp.exe.pdf'],
    ['🗎 Règles.txt', '🗎 Règles.txt'],
    ['.pdf', 'document.pdf'],
    ['', 'document'],
  ])('of %j is %j', (name, kept) => {
    expect(keptFileName(name)).toBe(kept)
  })

  it('is short, keeps its extension and has no half characters, whatever was sent', () => {
    expect(keptFileName(`${'🗎'.repeat(1000)}.pdf`)).toMatch(/^(?:🗎){196}\.pdf$/u)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const kept = keptFileName(name)
        return kept !== '' && [...kept].length <= 200 && kept.isWellFormed() && !/["/\\\r\n]/.test(kept)
      }),
    )
  })
})
