import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradictionSteps, findContradictions, type Statement } from './find-contradictions.ts'

/** Each statement in a document of its own. */
const apart = (...texts: readonly (string | Omit<Statement, 'documentId'>)[]): Statement[] =>
  texts.map((text, at) => ({ documentId: `${at}`, ...(typeof text === 'string' ? { text } : text) }))
const kindsBetween = (...texts: readonly (string | Omit<Statement, 'documentId'>)[]) =>
  findContradictions(apart(...texts)).map(({ kind }) => kind)

describe('contradictions', () => {
  it.each([
    [
      'periods counted from the same event in other words',
      'Complaint records, including correspondence and the report of the investigation, are kept for five years from the closing of the complaint.',
      'Complaint records are kept for ten years after the complaint has been closed, because claims can be raised for that long.',
    ],
    [
      'deadlines with and without the person addressed',
      'Employees report lost devices within one hour.',
      'Lost devices must be reported within 24 hours.',
    ],
    [
      'limits in money',
      'A gift may not exceed EUR 50 in a calendar year.',
      'A gift may not exceed €100 in a calendar year.',
    ],
    ['counts', 'Passwords must have at least 14 characters.', 'Passwords have at least eight characters.'],
    [
      'intervals in other words',
      'Access rights are reviewed every quarter.',
      'Access rights are reviewed once a year.',
    ],
    [
      'a lower above an upper limit',
      'Logs are kept for at least 12 months.',
      'Logs are kept for at most 90 days.',
    ],
    ['shares', 'Refunds are limited to 80 percent.', 'Refunds are limited to 90 %.'],
    ['temperatures', 'The room is kept below 8 °C.', 'The room is kept below 5 °C.'],
    [
      'a row and a sentence',
      { text: 'Visitor lists\t3 months', header: 'Record\tKept for' },
      'Visitor lists are kept for two years.',
    ],
    [
      'two rows whose columns are in another order',
      { text: 'Visitor lists\tDay of the visit\t3 months', header: 'Record\tCounted from\tKept for' },
      { text: 'Visitor lists\t6 months\tReception', header: 'Record\tRetention (keep for)\tOwner' },
    ],
  ])('of values are found between %s', (_, one, other) => {
    expect(kindsBetween(one, other)).toEqual(['value'])
    expect(kindsBetween(other, one)).toEqual(['value'])
  })

  it.each([
    ['must and must not', 'Visitors must wear a badge.', 'Visitors must not wear a badge.'],
    [
      'may and must not',
      'Private phones may be used for mail.',
      'Private phones are not allowed to be used for mail.',
    ],
    ['must and need not', 'Visitors must wear a badge.', 'Visitors need not wear a badge.'],
    ['nobody may', 'Visitors may take photographs.', 'No visitor may take photographs.'],
    [
      'a list of what is forbidden',
      { leadIn: 'Employees must not:', text: '- connect private storage to the network' },
      { leadIn: 'Employees may:', text: '- connect private storage to the network' },
    ],
  ])('of duties are found: %s', (_, one, other) => {
    const pair = apart(one, other)
    expect(findContradictions(pair).map(({ kind }) => kind)).toEqual(['duty'])
    expect(findContradictions(pair.toReversed())).toHaveLength(1)
  })

  it('of order are found', () => {
    expect(
      kindsBetween(
        'A risk assessment is carried out before the contract is signed.',
        'The risk assessment is carried out after the contract is signed.',
      ),
    ).toEqual(['order'])
  })

  it.each([
    ['another subject', 'Complaint records are kept for ten years.', 'Recall records are kept for 15 years.'],
    [
      'a subject of the sentence before',
      'Its records are kept for 15 years; see the Retention Policy.',
      { text: 'Personnel files\t3 years', header: 'Record\tKept for' },
    ],
    ['a narrower subject', 'Passwords have 14 characters.', 'Administrator passwords have 20 characters.'],
    [
      'another class',
      'Suppliers of category A are audited every year.',
      'Suppliers of category B are audited every three years.',
    ],
    [
      'another event',
      'Logs are kept for 3 months after the visit.',
      'Logs are kept for 5 years after the end of employment.',
    ],
    [
      'another place',
      'In Hamburg, certificates are needed after three days.',
      'In Lyon, certificates are needed after one day.',
    ],
    [
      'another condition',
      'Claims are paid within ten days if they exceed EUR 500.',
      'Claims are paid within 30 days.',
    ],
    [
      'another unit of the same period',
      'Records are archived for two years.',
      'Records are archived for 24 months.',
    ],
    ['30 days and a month', 'Claims are submitted within 30 days.', 'Claims are submitted within one month.'],
    [
      'working days, which are longer',
      'Claims are answered within 2 working days.',
      'Claims are answered within 3 days.',
    ],
    [
      'a limit that includes the value',
      'Logs are kept for at most two years.',
      'Logs are kept for 12 months.',
    ],
    [
      'an exception',
      'Visitors must wear a badge.',
      'Visitors must not wear a badge unless they are escorted.',
    ],
    [
      'who informs whom',
      'The manager must inform the director.',
      'The director must not inform the manager.',
    ],
    [
      'section numbers',
      '3.1 Questions are answered by the owner.',
      '4.2 Questions are answered by the owner.',
    ],
    ['ranges', 'Product is kept at 2 to 8 °C.', 'Product is kept at 15 to 25 °C.'],
    [
      'several values at once',
      'Claims are paid in 5 days, at the latest in 30 days.',
      'Claims are paid in 9 days.',
    ],
  ])('are not seen in %s', (_, one, other) => {
    expect(kindsBetween(one, other)).toEqual([])
  })
})

const subject = fc.constantFrom(
  'Visitor lists',
  'Accident reports',
  'Training records',
  'Access logs',
  'Supplier files',
)
const value = fc.integer({ min: 2, max: 60 })
type Template = (subject: string, value: number) => string
const keptFor: readonly Template[] = [
  (name, months) => `${name} are kept for ${months} months.`,
  (name, months) => `${name} must be retained for ${months} months.`,
  (name, months) => `All ${name.toLowerCase()} are stored for ${months} months, because the law requires it.`,
  (name, months) => `2.4 ${name}, including copies, are kept for ${months} months.`,
]
const reportedWithin: readonly Template[] = [
  (name, hours) => `${name} are submitted within ${hours} hours.`,
  (name, hours) => `${name} must be submitted no later than ${hours} hours.`,
  (name, hours) => `Employees must submit ${name.toLowerCase()} within ${hours} hours.`,
]
const rule = fc
  .constantFrom(keptFor, reportedWithin)
  .chain((templates) =>
    fc.record({ one: fc.constantFrom(...templates), other: fc.constantFrom(...templates) }),
  )

describe('generated rules', () => {
  it('contradict each other if and only if their values differ', () => {
    fc.assert(
      fc.property(rule, subject, value, value, ({ one, other }, name, a, b) => {
        const isApart = Math.abs(a - b) > 0.05 * Math.max(a, b)
        expect(kindsBetween(one(name, a), other(name, b))).toEqual(isApart ? ['value'] : [])
      }),
    )
  })

  it('about different things never contradict each other', () => {
    fc.assert(
      fc.property(
        rule,
        fc.uniqueArray(subject, { minLength: 2, maxLength: 2 }),
        value,
        value,
        (rules, names, a, b) => {
          expect(kindsBetween(rules.one(names[0] ?? '', a), rules.other(names[1] ?? '', b))).toEqual([])
        },
      ),
    )
  })

  it('never contradict within a document, nor a copy of themselves', () => {
    const clause = fc.tuple(rule, subject, value).map(([{ one }, name, number]) => one(name, number))
    fc.assert(
      fc.property(fc.array(clause, { maxLength: 20 }), (texts) => {
        expect(findContradictions(texts.map((text) => ({ documentId: 'one', text })))).toEqual([])
        const unique = [
          ...new Map(texts.map((text) => [text.replace(/\d+ (?=months|hours)/, ''), text])).values(),
        ]
        const copies = ['one', 'copy'].flatMap((documentId) => unique.map((text) => ({ documentId, text })))
        expect(
          findContradictions(copies).filter(
            ({ first, second }) => copies[first]?.text === copies[second]?.text,
          ),
        ).toEqual([])
      }),
    )
  })

  it('are found the same whatever the order of the documents', () => {
    const statement = fc
      .tuple(rule, subject, value, fc.constantFrom('a', 'b', 'c'))
      .map(([{ one }, name, number, documentId]): Statement => ({ documentId, text: one(name, number) }))
    const pairsIn = (statements: readonly Statement[]) =>
      findContradictions(statements)
        .map(({ first, second }) =>
          [first, second]
            .map((at) => JSON.stringify(statements[at]))
            .sort()
            .join(),
        )
        .sort()
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 30 }), (statements) => {
        expect(pairsIn(statements.toReversed())).toEqual(pairsIn(statements))
      }),
    )
  })

  it('are read from any text without an error', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.boolean())), (texts) => {
        const statements = texts.map(([text, isRow], at) => ({
          documentId: `${at}`,
          text,
          ...(isRow && { header: text }),
        }))
        expect(() => findContradictions(statements)).not.toThrow()
      }),
    )
  })

  it('are found in short steps, so that other work gets its turn', () => {
    const statements = Array.from({ length: 400 }, (_, at) => ({
      documentId: `${at % 20}`,
      text: `Visitor lists are kept for ${2 + (at % 9)} months.`,
    }))
    const steps = contradictionSteps(statements)
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count += 1
    expect(count).toBeGreaterThanOrEqual(10)
    expect(step.value).toEqual(findContradictions(statements))
  })

  it('of 20,000 clauses about the same few things are compared in bounded time, none of it at once', () => {
    const statements = Array.from({ length: 20_000 }, (_, at) => ({
      documentId: `${at % 500}`,
      text: `Visitor lists of site ${at % 50} are kept for ${2 + (at % 37)} months.`,
    }))
    // Of this thread alone: others may keep it waiting.
    const before = process.threadCpuUsage()
    const cpuMs = (since: NodeJS.CpuUsage) => {
      const { user, system } = process.threadCpuUsage(since)
      return (user + system) / 1000
    }
    const steps = contradictionSteps(statements)
    let longestMs = 0
    for (;;) {
      const began = process.threadCpuUsage()
      const step = steps.next()
      longestMs = Math.max(longestMs, cpuMs(began))
      if (!step.done) continue
      expect(step.value.length).toBeGreaterThan(0)
      break
    }
    expect(cpuMs(before)).toBeLessThan(45_000)
    // A collection of garbage may be among them.
    expect(longestMs).toBeLessThan(100)
  })
})
