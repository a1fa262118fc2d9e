import { goodFiles } from '@portal/testkit/files/good-files'
import { hostileFiles } from '@portal/testkit/hostile-files'
import { describe, expect, it } from 'vitest'
import { parsedLimits } from '../protocol.ts'
import type { ChildLine } from '../read-child-line.ts'
import { serveFiles } from './serve-files.ts'

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
}

interface SentFile {
  readonly type: string
  readonly content: Uint8Array
}

/** Output of the child's loop for files that arrive in chunks of `pieceBytes`. */
async function outputFor(files: readonly SentFile[], pieceBytes: number): Promise<ChildLine[]> {
  const sent = Buffer.concat(
    files.flatMap(({ type, content }) => [
      Buffer.from(`${JSON.stringify({ type, sizeBytes: content.byteLength })}\n`),
      content,
    ]),
  )
  async function* pieces() {
    for (let at = 0; at < sent.byteLength; at += pieceBytes) yield sent.subarray(at, at + pieceBytes)
  }
  const written: string[] = []
  await serveFiles(pieces(), { write: (text) => written.push(text), note: () => {} })
  return written
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const kindOf = (line: ChildLine | undefined) => Object.keys(line ?? {})[0]

describe('the loop of a parser’s process', () => {
  it.each([1, 7, 100_000])(
    'tells files apart, however they arrive (%d bytes at a time)',
    async (pieceBytes) => {
      const files = [
        { type: 'text/plain', content: goodFiles['text/plain'] },
        { type: 'text/plain', content: new Uint8Array() },
        { type: 'application/msword', content: new Uint8Array([1]) },
        { type: 'text/plain', content: goodFiles['text/plain'] },
      ]
      const lines = await outputFor(files, pieceBytes)
      const ends = lines.filter((line) => 'done' in line || 'failure' in line)
      expect(ends.map(kindOf)).toEqual(['done', 'failure', 'failure', 'done'])
      expect(ends[2]).toMatchObject({ failure: { reason: 'corrupt' } })
    },
  )

  it('sends as many blocks as a file may have', async () => {
    const content = Buffer.from('Badges are worn.\n\n'.repeat(parsedLimits.blocksMax))
    const lines = await outputFor([{ type: 'text/plain', content }], content.byteLength)
    expect(lines).toHaveLength(parsedLimits.blocksMax + 2)
    expect(kindOf(lines.at(-1))).toBe('done')
  })

  const refused = hostileFiles.filter(
    ({ fileName, outcome }) => 'refused' in outcome && /\.(?:pdf|docx|txt)$/.test(fileName),
  )
  it.each(refused)('answers what the gate would have refused as well: $title', async ({ fileName, make }) => {
    const type = types[fileName.split('.').at(-1) ?? ''] ?? ''
    const lines = await outputFor([{ type, content: make() }], 64 * 1024)
    expect(['done', 'failure']).toContain(kindOf(lines.at(-1)))
  })
})
