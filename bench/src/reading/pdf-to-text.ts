import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Throws one sentence where poppler is not installed. */
export async function checkPdfToText(): Promise<void> {
  await run('pdftotext', ['-v']).catch((cause: unknown) => {
    throw new Error('This bench compares with pdftotext; install poppler-utils (Debian: apt-get install).', {
      cause,
    })
  })
}

/** The text that poppler finds in a PDF, without running headers and footers; '' if it cannot. */
export async function pdfToText(content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reading-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, content)
    const options = { maxBuffer: 256 * 1024 * 1024, timeout: 60_000 }
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', file, '-'], options).catch(() => ({
      stdout: '',
    }))
    return withoutRunningLines(stdout.split('\f'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const edgeLines = 4
const runningShare = 0.4

/** Drops lines that begin or end many pages, digits counting as equal. */
function withoutRunningLines(pages: readonly string[]): string {
  const lines = pages.map((page) => page.split('\n').filter((line) => line.trim() !== ''))
  const counts = new Map<string, number>()
  for (const page of lines)
    for (const key of new Set([...page.slice(0, edgeLines), ...page.slice(-edgeLines)].map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRunning = (line: string) =>
    (counts.get(keyOf(line)) ?? 0) >= Math.max(3, pages.length * runningShare)
  return lines
    .map((page) => {
      const first = page.findIndex((line) => !isRunning(line))
      const last = page.findLastIndex((line) => !isRunning(line))
      return page
        .filter(
          (line, at) =>
            !isRunning(line) || (at > first && at < last && at >= edgeLines && at < page.length - edgeLines),
        )
        .join('\n')
    })
    .join('\n')
}

function keyOf(line: string): string {
  return line.trim().replace(/\d+/g, '#').replace(/\s+/g, ' ')
}
