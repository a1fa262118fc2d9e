import { describe, expect, it } from 'vitest'
import { readText } from './read-text.ts'

function blocksOf(text: string): string[] {
  return readText(new TextEncoder().encode(text)).blocks.map(
    ({ kind, level, text: words }) => `${kind}${level ?? ''}: ${words}`,
  )
}

describe('a plain text file', () => {
  it('has its title, numbered and short lines as headings', () => {
    expect(
      blocksOf(
        'Breach Policy\n\nThis policy says who is told.\n\n12.1 Scope\n\nAll staff.\n\n12.1.3 Exceptions\n\nThere are none.\n\nContacts\n\nAsk the officer.',
      ),
    ).toEqual([
      'heading1: Breach Policy',
      'paragraph: This policy says who is told.',
      'heading2: 12.1 Scope',
      'paragraph: All staff.',
      'heading3: 12.1.3 Exceptions',
      'paragraph: There are none.',
      'heading2: Contacts',
      'paragraph: Ask the officer.',
    ])
  })

  it('has Markdown’s headings, whatever they look like', () => {
    expect(blocksOf('Top\n===\n\nwords\n\n### deep.\n\nmore\n\nNext\n---\n\nend')).toEqual([
      'heading1: Top',
      'paragraph: words',
      'heading3: deep.',
      'paragraph: more',
      'heading2: Next',
      'paragraph: end',
    ])
  })

  it('has clauses as items, wrapped or not, with or without blank lines between', () => {
    expect(
      blocksOf(
        'a.  Doors are\n    locked.\nb.  Windows are shut.\n\n-   Keys are numbered.\n\n1. One\n\n2. Two',
      ),
    ).toEqual([
      'list-item: a. Doors are locked.',
      'list-item: b. Windows are shut.',
      'list-item: - Keys are numbered.',
      'list-item: 1. One',
      'list-item: 2. Two',
    ])
  })

  it('does not take a number at the beginning of a wrapped line for an item', () => {
    expect(blocksOf('The rules are those of section\n5. They apply to all.')).toEqual([
      'paragraph: The rules are those of section 5. They apply to all.',
    ])
  })

  it('has tables with their head, cells apart by tabs and nothing that only draws', () => {
    const table =
      '  --------------------\n  Level    Fine\n  -------- -----------\n  Low      none\n\n  High     dismissal\n  --------------------'
    expect(blocksOf(`Fines are:\n\n${table}\n\nEnd.`)).toEqual([
      'paragraph: Fines are:',
      'table: Level\tFine\nLow\tnone\nHigh\tdismissal',
      'paragraph: End.',
    ])
    expect(blocksOf('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual(['table: a\tb\n1\t2'])
    expect(blocksOf('| Kind  | Days |   |\n|---|--:|---|\n| a \\| b | | c  d |')).toEqual([
      'table: Kind\tDays\t\na \\| b\t\tc d',
    ])
    const grid = '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+'
    expect(blocksOf(grid)).toEqual(['table: a\tb', 'table: 1\t2'])
  })

  it('drops a hyphen that only breaks a word, and keeps one that belongs to it with its line end', () => {
    const lines =
      'The infor-\nmation is about user-\ngenerated content. More information and user-generated words.'
    expect(blocksOf(lines)).toEqual([
      'paragraph: The information is about user-\ngenerated content. More information and user-generated words.',
    ])
  })
})
