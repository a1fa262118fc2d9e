import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createLogger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { describeEmbedder } from '@portal/testkit/conformance/embedder-suite'
import { describe, expect, it, vi } from 'vitest'
import { loadTextTokens } from './onnx/e5-model.ts'
import { openEmbedder } from './open-embedder.ts'

const log = createLogger({ service: 'test', level: 'silent' })

describeEmbedder('onnx', () => openEmbedder('onnx:', { log }))

describe('the bundled encoder', () => {
  it('rejects the text under way when its process is killed, and goes on with the rest in a new one', async () => {
    const others = encoderProcesses(process.pid)
    const embedder = await openEmbedder('onnx:e5-small-v2-int8', { log })
    // Looked up first: listing processes takes longer than encoding a text.
    const processes = encoderProcesses(process.pid).filter((pid) => !others.includes(pid))
    expect(processes).toHaveLength(1)
    const running = embedder.embed(['the security officer approves exceptions '.repeat(50)], 'query')
    const waiting = embedder.embed(['later'], 'passage')
    for (const pid of processes) process.kill(pid, 'SIGKILL')
    await expect(running).rejects.toBeInstanceOf(EngineUnavailable)
    await expect(waiting).resolves.toHaveLength(1)
    await embedder.close()
    expect(encoderProcesses(process.pid)).toEqual(others)
  })

  it('leads a session of its own, which yields where Linux shares processors between sessions', async () => {
    const embedder = await openEmbedder('onnx:', { log })
    const [pid = 0] = encoderProcesses(process.pid)
    const group = execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`], { encoding: 'utf8' })
    expect(Number(group)).toBe(pid)
    if (existsSync('/proc/self/autogroup'))
      await expect.poll(() => readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toContain('nice 5')
    await embedder.close()
  })

  it('leaves no process behind when its parent is killed', async () => {
    const script = `import { openEmbedder } from '${new URL('./open-embedder.ts', import.meta.url)}'
      await openEmbedder('onnx:', { log: console }); console.log('open')`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    const children = encoderProcesses(parent.pid ?? 0)
    expect(children).toHaveLength(1)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await vi.waitFor(() => expect(() => process.kill(children[0] ?? 0, 0)).toThrow('ESRCH'))
  })

  it('has one sentence for an unknown scheme or model', async () => {
    await expect(openEmbedder('faiss:x', { log })).rejects.toThrow(
      'No encoder speaks this address; use onnx:<model> or openai',
    )
    await expect(openEmbedder('onnx:bert', { log })).rejects.toThrow('There is no bundled encoder "bert"')
  })
})

describe('tokens of the bundled encoder', () => {
  it('are those of BERT uncased with the prefix of the side', async () => {
    const { idsOf: tokens } = await loadTextTokens()
    expect(tokens('Hello', 'query')).toEqual([101, 23032, 1024, 7592, 102])
    expect(tokens('Hello', 'passage')).toEqual([101, 6019, 1024, 7592, 102])
  })

  it('end after 512 with the separator kept', async () => {
    const tokens = (await loadTextTokens()).idsOf('approval '.repeat(2000), 'passage')
    expect(tokens).toHaveLength(512)
    expect(tokens.at(-1)).toBe(102)
  })

  it('never take a control token from the text', async () => {
    const tokens = (await loadTextTokens()).idsOf('a [SEP] b [CLS]', 'passage')
    expect(tokens.filter((token) => token === 102)).toHaveLength(1)
    expect(tokens.filter((token) => token === 101)).toHaveLength(1)
  })
})

/** Process ids of a parent's encoder processes. Test files of one process may share another. */
function encoderProcesses(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((words) => words[1] === String(parent) && words.some((word) => word.endsWith('onnx-process.ts')))
    .map(([pid]) => Number(pid))
}
