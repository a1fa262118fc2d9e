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
      'table: Kind\tDays\na \\| b\t\tc d',
    ])
    const grid = '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+'
    expect(blocksOf(grid)).toEqual(['table: a\tb\n1\t2'])
  })

  it('has a row in one line whose cells have several', () => {
    const table = [
      '  ------------------------------------------------',
      '  Kind of Record          Kept for     Counted',
      '                                       from',
      '  ----------------------- ------------ -----------',
      '  Complaints about a      ten years    closing of',
      '  product or its delivery              the case',
      '',
      '  Temperature records of  15 years     the delivery',
      '  a shipment',
      '  ------------------------------------------------',
    ]
    const rows =
      'table: Kind of Record\tKept for\tCounted from\n' +
      'Complaints about a product or its delivery\tten years\tclosing of the case\n' +
      'Temperature records of a shipment\t15 years\tthe delivery'
    expect(blocksOf(table.join('\n'))).toEqual([rows])
    const grid =
      '+------------+-------+\n| Kind of    | Years |\n| Record     |       |\n+============+=======+\n| Com-       | 10 to |\n| plaints    | 12    |\n+------------+-------+\n| Payslips   | 3     |\n+------------+-------+'
    expect(blocksOf(`${grid}\n\nNo complaints.`)[0]).toBe(
      'table: Kind of Record\tYears\nComplaints\t10 to 12\nPayslips\t3',
    )
  })

  it('has each line of a table as a row whose rows no blank lines part, but for a cell that goes on', () => {
    const table =
      'Record         Kept for\n-------------- --------\nPayslips       3 years\nContracts of   6 years\nemployment\nComplaints     ten years or\n               more'
    expect(blocksOf(table)).toEqual([
      'table: Record\tKept for\nPayslips\t3 years\nContracts of\t6 years\nemployment\nComplaints\tten years or more',
    ])
    const wide = 'Record    Kept for\n--------- --------\nVery long names cross  6 years'
    expect(blocksOf(wide)).toEqual(['table: Record\tKept for\nVery long names cross\t6 years'])
  })

  it('has numbered headings whose text follows without a blank line', () => {
    expect(
      blocksOf(
        '1. Purpose\nThis policy says how records\nare kept by all of us.\n2. Records\n2.1 Scope\nAll records of goods.\n3.1 Doors are locked at night by\nGuards of the company.\n\n1. One\n2. Two',
      ),
    ).toEqual([
      'heading1: 1. Purpose',
      'paragraph: This policy says how records are kept by all of us.',
      'heading1: 2. Records',
      'heading2: 2.1 Scope',
      'paragraph: All records of goods.',
      'list-item: 3.1 Doors are locked at night by Guards of the company.',
      'list-item: 1. One',
      'list-item: 2. Two',
    ])
  })

  it('has numbered headings next to one another, to short lines and before lists of their own', () => {
    expect(
      blocksOf(
        'Cold Chain\n\n1. Contacts\n\nPUBLIC\n\n1.1 Changed\n\nOn 3 May.\n\n2. Team\n\n2.1 Name\n\nWe are two.',
      ),
    ).toEqual([
      'heading1: Cold Chain',
      'heading1: 1. Contacts',
      'paragraph: PUBLIC',
      'heading2: 1.1 Changed',
      'paragraph: On 3 May.',
      'heading1: 2. Team',
      'heading2: 2.1 Name',
      'paragraph: We are two.',
    ])
    expect(blocksOf('A. Terms\n\nAll hold.\n\nB. Others\n\n1. Law\n\nNorway’s.')).toEqual([
      'heading2: A. Terms',
      'paragraph: All hold.',
      'heading2: B. Others',
      'heading3: 1. Law',
      'paragraph: Norway’s.',
    ])
    expect(blocksOf('1.1 Name\n\n1.2 Law\n\n1.3 Fees\n\n1.4 Term\n\nAll follow.')).toEqual([
      'list-item: 1.1 Name',
      'list-item: 1.2 Law',
      'list-item: 1.3 Fees',
      'list-item: 1.4 Term',
      'paragraph: All follow.',
    ])
  })

  it('has no headings in a list of contents, whose entries blank lines part, and keeps those it lists', () => {
    const body = '1. Purpose\n\n1.1 Scope\n\nAll staff.\n\n2. Records\n\n2.1 Loss\n\nSay so.'
    const read = [
      'heading1: 1. Purpose',
      'heading2: 1.1 Scope',
      'paragraph: All staff.',
      'heading1: 2. Records',
      'heading2: 2.1 Loss',
      'paragraph: Say so.',
    ]
    const contents = ['1. Purpose', '1.1 Scope', '2. Records', '2.1 Loss']
    for (const leader of ['', ' ........ 3', '\t3']) {
      const listed = contents.map((entry) => entry + leader)
      expect(blocksOf(`Gifts\n\nContents\n\n${listed.join('\n\n')}\n\n${body}`)).toEqual([
        'heading1: Gifts',
        'heading2: Contents',
        ...listed.map((entry) => `list-item: ${entry.replace('\t', ' ')}`),
        ...read,
      ])
    }
    const unnumbered = (text: string) => text.replaceAll(/^[\d.]+ /gm, '')
    expect(blocksOf(unnumbered(`Gifts\n\n${contents.join('\n\n')}\n\n${body}`))).toEqual([
      'heading1: Gifts',
      ...contents.map((entry) => `paragraph: ${unnumbered(entry)}`),
      ...read.map((block) => block.replace(/heading\d: [\d.]+/, 'heading2:')),
    ])
  })

  it('has as headings what is headed alike several times', () => {
    const form = (who: string) => `${who}\n\nTasks\n\nThey answer.`
    expect(blocksOf(`Roles\n\n${['Owner', 'Owner'].map(form).join('\n\n')}`)).toEqual([
      'heading1: Roles',
      ...[1, 2].flatMap(() => ['heading2: Owner', 'heading2: Tasks', 'paragraph: They answer.']),
    ])
  })

  it('drops a hyphen that only breaks a word, and keeps one that belongs to it with its line end', () => {
    const lines =
      'The infor-\nmation is about user-\ngenerated content. More information and user-generated words.'
    expect(blocksOf(lines)).toEqual([
      'paragraph: The information is about user-\ngenerated content. More information and user-generated words.',
    ])
  })
})
