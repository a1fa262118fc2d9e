import type { AnswerPart } from '@portal/remote-kit/split-marks'
import { describe, expect, it } from 'vitest'
import { fixedCitation } from '../../testing/fixed-answers.ts'
import { answerBlocks } from './answer-blocks.ts'

const citations = [fixedCitation(1, 'x', { quote: 'Keep it.' }), fixedCitation(2, 'y', { quote: 'Lock it.' })]
const text = (parts: readonly AnswerPart[]) =>
  parts.map((part) => (part.citation ? part.citation.number : part.text))

/** The blocks as nested arrays of texts and citation numbers. */
const shapeOf = (content: string) =>
  answerBlocks(content, citations).map((block) => {
    if (block.kind === 'list') return { list: block.items.map((item) => [item.marker, ...text(item.parts)]) }
    if (block.kind === 'table')
      return { table: block.rows.map(({ cells }) => cells.map(({ parts }) => text(parts))) }
    return text(block.parts)
  })

describe('the lines of an answer', () => {
  it('are paragraphs, whose line ends stay', () => {
    expect(shapeOf('One.\nStill one. [1]\n\nTwo. [2]')).toEqual([
      ['One.\nStill one. ', 1],
      ['Two. ', 2],
    ])
  })

  it('are a list after their lead-in, with blank lines between the items or not', () => {
    const expected = [
      ['Do this: '],
      {
        list: [
          [null, 'keep it ', 1],
          [null, 'lock it ', 2],
        ],
      },
    ]
    expect(shapeOf('Do this: \n- keep it [1]\n- lock it [2]')).toEqual(expected)
    expect(shapeOf('Do this: \n\n- keep it [1]\n\n- lock it [2]')).toEqual(expected)
  })

  it('keep the numbers that the document gives its items', () => {
    expect(shapeOf('(a) Keep it. [1]\n(b) Lock it. [2]')).toEqual([
      {
        list: [
          ['(a)', 'Keep it. ', 1],
          ['(b)', 'Lock it. ', 2],
        ],
      },
    ])
    expect(shapeOf('4.1. Keep it.\n4.2. Lock it.')).toEqual([
      {
        list: [
          ['4.1.', 'Keep it.'],
          ['4.2.', 'Lock it.'],
        ],
      },
    ])
  })

  it('are no list where one sentence begins with a number', () => {
    expect(shapeOf('1. Records are kept. [1]')).toEqual([['1. Records are kept. ', 1]])
  })

  it('are a table where several have cells', () => {
    expect(shapeOf('Record | Kept for\nInvoices | 10 years [1]')).toEqual([
      {
        table: [
          [['Record'], ['Kept for']],
          [['Invoices'], ['10 years ', 1]],
        ],
      },
    ])
    expect(shapeOf('Call 112 | ask for Oslo. [1]')).toEqual([['Call 112 · ask for Oslo. ', 1]])
  })

  it('are one table where rows of it are quoted one by one, and two where headers differ', () => {
    const head = [['Record'], ['Kept for']]
    const rows = (other: string) =>
      `Record | Kept for\nInvoices | 10 years [1]\n\n${other}\nLogs | 1 year [2]`
    const logs = [['Logs'], ['1 year ', 2]]
    const invoices = [['Invoices'], ['10 years ', 1]]
    expect(shapeOf(rows('Record | Kept for'))).toEqual([{ table: [head, invoices, logs] }])
    expect(shapeOf(rows('File | Until'))).toEqual([
      { table: [head, invoices] },
      { table: [[['File'], ['Until']], logs] },
    ])
    expect(shapeOf('Record | Kept for\nInvoices | 10 years [1]\n\nLogs | 1 year [2]')).toEqual([
      { table: [head, invoices] },
      ['Logs · 1 year ', 2],
    ])
  })
})
