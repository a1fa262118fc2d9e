import { readdir, readFile } from 'node:fs/promises'
import { DocumentParseError, type ParsableType } from '@portal/service-kit/ports/document-parser'
import { documentParserSuite } from '@portal/testkit/conformance/document-parser-suite'
import { goodFiles } from '@portal/testkit/files/good-files'
import { hostileDocFiles } from '@portal/testkit/files/hostile-doc-files'
import { longPdf } from '@portal/testkit/files/long-pdf'
import { asZlibStream, packBomb } from '@portal/testkit/files/packed-bomb'
import { pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { hostileFiles } from '@portal/testkit/hostile-files'
import { comparable } from '@portal/testkit/independent-text'
import { beforeAll, describe, expect, it } from 'vitest'
import { LocalDocumentParser } from './local-document-parser.ts'
import { openDocumentParser } from './open-document-parser.ts'

const megabyte = 1024 * 1024
/**
 * Beyond the parser's own limits: 20 s of processor time, 120 s in all, in neither of which counts
 * that others have the processors. A file that takes 20 s took 146 s on a busy machine.
 */
const giveUpMs = 300_000
const typeOf: Readonly<Record<string, ParsableType>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
}
const pdf = { content: goodFiles['application/pdf'], type: 'application/pdf' } as const

documentParserSuite('local', async () => ({
  parser: await openDocumentParser('local:'),
  close: async () => {},
}))

/** Peak growth of this process's memory during the work. */
async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  await work().finally(() => clearInterval(timer))
  return peak - before
}

describe('the local parser with hostile files', () => {
  let parser: LocalDocumentParser
  beforeAll(async () => {
    parser = await LocalDocumentParser.open()
  })

  const kept = [...hostileFiles, ...hostileDocFiles].filter(({ outcome }) => !('refused' in outcome))
  it.each(kept)('$title', { timeout: 360_000 }, async ({ fileName, make, outcome }) => {
    const content = make()
    const type = typeOf[fileName.split('.').at(-1) ?? ''] ?? 'text/plain'
    // Readable files share a process, as an organization's do; failing ones get their own.
    const readers = 'reads' in outcome ? { group: 'readable' } : {}
    const started = performance.now()
    let failure: unknown = null
    let text = ''
    const growth = await peakGrowth(async () => {
      const parsed = await parser.parse({ content, type, ...readers }).catch((error: unknown) => {
        failure = error
        return { blocks: [] }
      })
      text = parsed.blocks.map((block) => block.text).join('\n')
    })
    if ('fails' in outcome) {
      expect(failure).toBeInstanceOf(DocumentParseError)
      expect(outcome.fails).toContain(failure instanceof DocumentParseError ? failure.reason : null)
      expect(performance.now() - started).toBeLessThan(giveUpMs)
      expect(growth).toBeLessThan(64 * megabyte)
    } else if ('reads' in outcome) {
      expect(failure).toBeNull()
      expect(comparable(text)).toContain(comparable(outcome.reads))
    }
  })
})

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(/\s+/).filter(Boolean).map(Number))
}

/** What the launchers of this process have started. */
async function launchedPids(): Promise<number[]> {
  return (await Promise.all((await childrenOf(process.pid)).map(childrenOf))).flat()
}

describe.runIf(process.platform === 'linux')('the local parser and its processes', () => {
  it('fails one file when its process is killed from outside, as an engine that may be tried again, and reads the next', async () => {
    const parser = await LocalDocumentParser.open({ concurrency: 1 })
    const before = new Set(await launchedPids())
    const reading = parser.parse(pdf).catch((error: unknown) => error)
    const started = await waitFor(async () => (await launchedPids()).filter((pid) => !before.has(pid)))
    for (const pid of started) process.kill(pid, 'SIGKILL')
    const failure = await reading
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(DocumentParseError)
    expect((await parser.parse(pdf)).pages).toBe(2)
  })

  it('starts no process itself, for which it would copy the tables of all its memory and answer nobody meanwhile', async () => {
    const parser = await LocalDocumentParser.open({ concurrency: 1 })
    const before = await childrenOf(process.pid)
    await parser.parse({ ...pdf, group: 'a' })
    expect(await childrenOf(process.pid)).toEqual(before)
  })

  it('goes on when what starts its processes is killed', async () => {
    const before = new Set(await childrenOf(process.pid))
    const parser = await LocalDocumentParser.open()
    const launchers = (await childrenOf(process.pid)).filter((pid) => !before.has(pid))
    for (const pid of launchers) process.kill(pid, 'SIGKILL')
    await waitFor(async () => ((await childrenOf(process.pid)).some((pid) => !before.has(pid)) ? [] : [true]))
    expect((await parser.parse(pdf)).pages).toBe(2)
  })

  it('reuses a process for one group only, and none after a failure', async () => {
    const parser = await LocalDocumentParser.open({ concurrency: 1 })
    const before = new Set(await launchedPids())
    const own = async () => (await launchedPids()).filter((pid) => !before.has(pid))
    await parser.parse({ ...pdf, group: 'a' })
    const first = await own()
    await parser.parse({ ...pdf, group: 'a' })
    expect(await own()).toEqual(first)
    await parser.parse({ ...pdf, group: 'b' })
    const second = await own()
    expect(second).toHaveLength(1)
    expect(second).not.toEqual(first)
    await expect(parser.parse({ ...pdf, content: pdf.content.slice(0, 60), group: 'b' })).rejects.toThrow(
      DocumentParseError,
    )
    expect(await own()).toEqual([])
  })

  it('leaves no process of files without a group', async () => {
    const before = new Set(await launchedPids())
    const parser = await LocalDocumentParser.open()
    await Promise.all([parser.parse(pdf), parser.parse(pdf), parser.parse(pdf)])
    expect((await launchedPids()).filter((pid) => !before.has(pid))).toEqual([])
  })

  it.each([
    ['wall time', { wallMs: 1 }, 'time_limit'],
    ['processor time', { cpuSeconds: 0.01 }, 'time_limit'],
    ['resident memory', { residentBytes: 20 * megabyte }, 'memory_limit'],
  ])('gives up a file at its limit of %s', async (_, limits, reason) => {
    const parser = await LocalDocumentParser.open({ limits })
    await expect(parser.parse(pdf)).rejects.toMatchObject({ reason })
  })

  it('reads what is around a page that exceeds the limits, and says which page is missing', async () => {
    const page = (words: string) => ({ operators: textOperators([words]) })
    const operators = { head: 'BT /F1 11 Tf ', pattern: '(A policy) Tj ', tail: ' ET' }
    const bomb = asZlibStream(packBomb({ ...operators, unpackedBytes: 400 * megabyte }).bytes)
    const content = pdfOfPages([
      page('Doors are locked.'),
      { packed: { bytes: bomb, filter: '/FlateDecode' } },
      page('Windows are shut.'),
    ])
    const parser = await LocalDocumentParser.open()
    const parsed = await parser.parse({ content, type: 'application/pdf' })
    expect(parsed.blocks.map(({ text, page: number }) => `${number} ${text}`)).toEqual([
      '1 Doors are locked.',
      '3 Windows are shut.',
    ])
    expect(parsed).toMatchObject({ pages: 3, unreadPages: [2] })
  }, 240_000)

  it('understands pages that several processes read as those of one document', async () => {
    const content = longPdf(9)
    const [whole, inParts] = await Promise.all(
      [{}, { budget: { cpuSeconds: 0, engineBytes: 0 } }].map(async (options) =>
        (await LocalDocumentParser.open(options)).parse({ content, type: 'application/pdf' }),
      ),
    )
    expect(whole?.blocks.length).toBeGreaterThan(10)
    expect(inParts).toEqual(whole)
  })

  it('lets a waiting file go when told to, and the others keep their turns', async () => {
    const parser = await LocalDocumentParser.open({ concurrency: 1 })
    const stop = new AbortController()
    const first = parser.parse(pdf)
    const waiting = parser.parse({ ...pdf, signal: stop.signal })
    const last = parser.parse(pdf)
    stop.abort(new Error('No longer wanted'))
    await expect(waiting).rejects.toThrow('No longer wanted')
    expect((await Promise.all([first, last])).map(({ pages }) => pages)).toEqual([2, 2])
  })
})

async function waitFor<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const found = await look()
    if (found.length > 0) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the URL of a document parser', () => {
  it.each(['tika://x', 'local:?concurrency=0', 'local:?concurrency=x'])(
    'refuses %j with a sentence',
    async (url) => {
      await expect(openDocumentParser(url)).rejects.toThrow(/^.*document parser.*\.$/)
    },
  )

  it('takes a number of files at a time', async () => {
    const parser = await openDocumentParser('local:?concurrency=1')
    expect((await parser.parse(pdf)).pages).toBe(2)
  })
})
