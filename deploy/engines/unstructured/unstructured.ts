import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../engine.ts'
import { needPython } from '../install/python.ts'
import { answersOk } from '../supervise/answers-ok.ts'

const version = '0.27.32'
// Increment with any other change to the requirements.
const revision = 1
const ours = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Unstructured's library from PyPI behind our own server; server.py lists what is missing. */
export const unstructured: Engine = {
  name: 'unstructured',
  release: `unstructured-${version}-${revision}`,
  diskMb: 2500,
  portCount: 1,
  readyWithinMs: 180_000,
  // The unprivileged user may be unable to reach Python.
  isUnprivileged: false,
  check: async (tools) => {
    await needPython(tools, 'Unstructured')
  },
  install: async (folder, tools) => {
    const python = await needPython(tools, 'Unstructured')
    const environment = join(folder, 'python')
    await tools.run({ program: python, args: ['-m', 'venv', environment], withinMs: 120_000 })
    await tools.run({
      program: join(environment, 'bin', 'python3'),
      args: [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--no-deps',
        '--only-binary=:all:',
        // Pure Python, published as source only.
        '--no-binary=langdetect',
        '-r',
        ours('requirements.txt'),
      ],
      withinMs: 20 * 60_000,
    })
  },
  prepare: async () => undefined,
  command: async ({ programs, ports, secret }) => ({
    program: join(programs, 'python', 'bin', 'python3'),
    args: [ours('server.py'), '--port', String(ports[0])],
    // One thread: engines share the machine, and the strategy "fast" does no matrix work.
    environment: { UNSTRUCTURED_KEY: secret, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
  }),
  isReady: ({ ports }) => answersOk(`http://127.0.0.1:${ports[0]}/healthcheck`),
  url: ({ ports, secret }) => `unstructured://:${secret}@127.0.0.1:${ports[0]}`,
}
