import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adaptersOnDisk } from './adapters-on-disk.ts'
import { workspaceRoot } from './build-plan.ts'
import { conformanceTable, isSuiteOf } from './conformance-reporter.ts'

const kafka = { port: 'event-bus', engine: 'kafka' }
const postgres = { port: 'event-bus', engine: 'postgres' }

describe('the conformance table', () => {
  it('counts the cases of each adapter over all of its suites, and shows which adapter did not run', () => {
    const ran = [
      { ...kafka, passed: 20, failed: 1 },
      { ...kafka, passed: 3, failed: 0 },
    ]
    expect(conformanceTable([kafka, postgres], ran)).toEqual([
      'port       adapter   passed  failed',
      'event-bus  kafka         23       1',
      'event-bus  postgres       –       –  did not run',
      'Conformance: 1 of 2 adapters ran the suite of their port.',
    ])
  })

  it('is left out of a run without any suite', () => {
    expect(conformanceTable([kafka, postgres], [])).toEqual([])
  })

  it.each([
    ['kafka as event bus', true],
    ['kafka on three brokers as event bus', true],
    ['kafka as blob store', false],
    ['postgres as event bus', false],
    ['a kafka as event bus', false],
    ['kafka drills', false],
  ])('takes "%s" for a suite of Kafka’s bus: %s', (name, expected) => {
    expect(isSuiteOf(name, kafka)).toBe(expected)
  })
})

describe('an adapter', () => {
  it.each(adaptersOnDisk())(
    'of $port on $engine runs the suite of its port under its own name',
    async ({ port, engine }) => {
      // Beside the adapter, or in its engine's tests if it needs the portal's setup of it.
      const folders = [join('packages', 'adapters', 'src', port), join('tests', engine)]
      const files = folders.flatMap((folder) =>
        ['test', 'engines'].map((kind) => join(workspaceRoot, folder, `${engine}-${port}.${kind}.ts`)),
      )
      const texts = await Promise.all(
        files.filter((file) => existsSync(file)).map((file) => readFile(file, 'utf8')),
      )
      const calls = texts.filter((text) => text.includes(`'@portal/testkit/conformance/${port}-suite'`))
      expect(calls).toContainEqual(expect.stringMatching(new RegExp(`\\(\\s*['\`]${engine}(' ?,|\`,| on )`)))
    },
  )
})
