import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answersOk, type Engine } from '../engine.ts'
import { python } from '../install/prerequisites.ts'

const version = '0.27.32'
// Increment with any other change to the requirements.
const revision = 2
const ours = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Unstructured's library from PyPI behind our own server; server.py lists what is missing. */
export const unstructured: Engine = {
  name: 'unstructured',
  release: `unstructured-${version}-${revision}`,
  diskMb: 2500,
  portCount: 1,
  // The unprivileged user may be unable to reach Python.
  isUnprivileged: false,
  needs: [python('Unstructured')],
  install: async (folder, tools) => {
    const environment = join(folder, 'python')
    await tools.run('python3', ['-m', 'venv', environment])
    // langdetect is pure Python, published as source only.
    const binaries = ['--no-deps', '--only-binary=:all:', '--no-binary=langdetect']
    const install = ['-m', 'pip', 'install', '--quiet', ...binaries, '-r', ours('requirements.txt')]
    await tools.run(join(environment, 'bin', 'python3'), install)
  },
  command: async ({ programs, ports, secret }) => ({
    program: join(programs, 'python', 'bin', 'python3'),
    args: [ours('server.py'), '--port', String(ports[0])],
    // One thread: engines share the machine, and the strategy "fast" does no matrix work.
    environment: { UNSTRUCTURED_KEY: secret, OMP_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
  }),
  isReady: ({ ports }) => answersOk(`http://127.0.0.1:${ports[0]}/healthcheck`),
  url: ({ ports, secret }) => `unstructured://:${secret}@127.0.0.1:${ports[0]}`,
}
