import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { archiveName, distinctNames, writeArchive } from './write-archive.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function archived(files: Readonly<Record<string, readonly string[]>>) {
  async function* given() {
    for (const [name, pieces] of Object.entries(files)) yield { name, content: pieces.map(bytes) }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeArchive(given())) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('an archive', () => {
  it('holds every file as it was, empty ones and names of all scripts included', async () => {
    const zip = await archived({ 'a.txt': ['one ', 'two'], 'empty.txt': [], 'سياسة.txt': ['x'] })
    const files = Object.entries(unzipSync(zip)).map(([name, content]) => [
      name,
      new TextDecoder().decode(content),
    ])
    expect(Object.fromEntries(files)).toEqual({ 'a.txt': 'one two', 'empty.txt': '', 'سياسة.txt': 'x' })
  })

  it('reads a file only once the pieces before it were taken', async () => {
    const read: string[] = []
    async function* files() {
      for (const name of ['a', 'b', 'c']) {
        read.push(name)
        yield { name, content: [bytes(name)] }
      }
    }
    const archive = writeArchive(files())
    await archive.next()
    expect(read).toEqual(['a'])
    await archive.return(undefined)
    expect(read).toEqual(['a'])
  })

  it('fails with the reading of a file', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes('x')
      throw new Error('The file is missing.')
    }
    async function* files() {
      yield { name: 'a', content: broken() }
    }
    const read = async () => {
      for await (const _ of writeArchive(files()));
    }
    await expect(read()).rejects.toThrow('The file is missing.')
  })
})

describe('the name of an archived file', () => {
  it.each([
    ['Leave Policy.pdf', 'Leave Policy.pdf'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a/b\\c:d.txt', 'a-b-c-d.txt'],
    ['line\r\nbreak', 'line-break'],
    ['right\u202Eleft', 'right-left'],
    ['CON', 'file-CON'],
    ['nul.txt', 'file-nul.txt'],
    ['com¹.txt', 'file-com¹.txt'],
    ['...', 'file-'],
    ['سياسة', 'سياسة'],
  ])('%j is %j', (text, name) => {
    expect(archiveName(text)).toBe(name)
  })
})

it('names that are taken get a number, whatever their case', () => {
  const distinct = distinctNames()
  const given = [
    ['A-1', '.pdf'],
    ['a-1', '.PDF'],
    ['A-1', '.txt'],
    ['a-1', '.pdf'],
  ] as const
  expect(given.map(([base, extension]) => distinct(base, extension))).toEqual([
    'A-1.pdf',
    'a-1 (2).PDF',
    'A-1.txt',
    'a-1 (3).pdf',
  ])
})
