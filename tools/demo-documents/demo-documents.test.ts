import { readdir, readFile } from 'node:fs/promises'
import { comparable, independentText } from '@portal/testkit/independent-text'
import { describe, expect, it } from 'vitest'
import { type Block, readSource, type Source } from './read-source.ts'
import { fileName, filesFolder, textsFolder } from './write-document.ts'

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const

const names = (await readdir(textsFolder)).toSorted()
const sources = await Promise.all(
  names.map(async (name) => ({
    name,
    source: readSource(await readFile(new URL(name, textsFolder), 'utf8')),
  })),
)

describe('the demo documents', () => {
  it('are there in all three formats, each of them with a file and nothing besides', async () => {
    expect(new Set(sources.map(({ source }) => source.facts.format))).toEqual(new Set(['pdf', 'docx', 'txt']))
    const files = (await readdir(filesFolder)).toSorted()
    expect(files).toEqual(sources.map(({ name, source }) => fileName(name, source)).toSorted())
  })

  it.each(sources)('$name: its file says what the text says, in the same order', async ({ name, source }) => {
    const { format, number, title } = source.facts
    const content = new Uint8Array(await readFile(new URL(fileName(name, source), filesFolder)))
    const running = [letters(`Halden Medical ${number} · ${title}`), /Version\dPage\dof\d/g]
    const reading = running.reduce<string>(
      (text, line) => text.replaceAll(line, ''),
      letters(await independentText(content, mediaTypes[format])),
    )
    let position = 0
    for (const piece of [title, ...source.blocks.flatMap(pieces)].map(letters)) {
      const found = reading.indexOf(piece, position)
      expect(found, `${piece} after ${reading.slice(Math.max(0, position - 80), position)}`).not.toBe(-1)
      position = found + piece.length
    }
  })

  it.each(sources)('$name refers to documents of the set only, by their titles', ({ source }) => {
    const known = new Map(sources.map((one) => [one.source.facts.number, one.source.facts.title]))
    const text = source.blocks.flatMap(pieces).join('\n')
    for (const [number] of text.matchAll(/\b(?:POL|SOP|STD)-[A-Z]+-\d+\b/g))
      expect([...known.keys()]).toContain(number)
    for (const [, name = '', number = ''] of text.matchAll(
      /\b((?:[A-Z]\w+,? (?:and )?)+)\(((?:POL|SOP|STD)-[A-Z]+-\d+)\)/g,
    ))
      expect(known.get(number)).toContain(name.trim().split(' ').at(-1))
  })

  it('agree on what a telephone number is for: none is written in two ways', () => {
    const numbers = sources.flatMap(({ source }) => telephones(source))
    expect(numbers.length).toBeGreaterThan(40)
    const spellings = new Map(numbers.map((number) => [number.replaceAll(' ', ''), number]))
    expect(new Set(numbers)).toEqual(new Set(spellings.values()))
  })
})

/** Without hyphens, since another engine cannot know which of them ended a line. */
function letters(text: string): string {
  return comparable(text).replaceAll('-', '')
}

function pieces(block: Block): string[] {
  if (block.kind === 'heading') return [block.text]
  if (block.kind === 'paragraph') return [block.runs.map(({ text }) => text).join('')]
  if (block.kind === 'list') return block.items.map((runs) => runs.map(({ text }) => text).join(''))
  return [...block.head, ...block.rows.flat()]
}

function telephones({ blocks }: Source): string[] {
  return blocks.flatMap(pieces).flatMap((text) => text.match(/\+\d{2}(?: \d+)+/g) ?? [])
}
