import { afterEach, expect, it } from 'vitest'
import { Launcher } from '../../processes/launcher.ts'
import { ParserChild } from './parser-child.ts'
import { carriedMax, carriedPiece } from './protocol.ts'

const limits = { residentBytes: 1024 ** 3, cpuSeconds: 60, wallMs: 60_000 }
const children: ParserChild[] = []

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
})

/** A process that its file has taken over: it carries so many pieces, and never says it is done. */
async function takenOver(pieces: number): Promise<ParserChild> {
  const script = `
    const piece = JSON.stringify({ carried: 'A'.repeat(${carriedPiece}) }) + '\\n'
    let left = ${pieces}
    const send = () => { while (left-- > 0) if (!process.stdout.write(piece)) return process.stdout.once('drain', send) }
    process.stdin.once('data', send)
  `
  const launcher = await Launcher.open()
  const child = new ParserChild(await launcher.launch(process.execPath, ['-e', script]))
  children.push(child)
  return child
}

it('a process that carries more pages than a file may have is ended at the first line too many', async () => {
  const child = await takenOver(carriedMax / carriedPiece + 1)
  const reading = child.read({ content: new Uint8Array(1), type: 'application/pdf', from: 1 }, limits)
  await expect(reading).rejects.toMatchObject({ reason: 'too_large_inside' })
  expect(child.isUsable).toBe(false)
})
