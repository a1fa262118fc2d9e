import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { leashed } from '../supervise/leashed.ts'
import { MissingPrerequisite } from './missing-prerequisite.ts'

export interface ToolRun {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly withinMs: number
}

/** The programs on this machine used to install and run engines. */
export interface Tools {
  /** Absolute path of the program on the PATH, or null. */
  find(program: string): Promise<string | null>
  /** Like `find`, but throws MissingPrerequisite with this advice. */
  need(program: string, advice: string): Promise<string>
  /** Resolves with standard output; rejects with its last lines. */
  run(run: ToolRun): Promise<string>
  readonly environment: NodeJS.ProcessEnv
}

const keptOutput = 20_000

export function toolsOf(environment: NodeJS.ProcessEnv): Tools {
  const find = async (program: string) => {
    for (const folder of (environment.PATH ?? '').split(delimiter).filter((entry) => entry !== '')) {
      const path = join(folder, program)
      if (await isExecutable(path)) return path
    }
    return null
  }
  return {
    find,
    need: async (program, advice) => {
      const path = await find(program)
      if (path === null) throw new MissingPrerequisite(advice)
      return path
    },
    run: (run) => runTool(run, { ...environment, ...run.environment }),
    environment,
  }
}

async function runTool(run: ToolRun, env: NodeJS.ProcessEnv): Promise<string> {
  const { program, args } = leashed(run.program, run.args)
  const child = spawn(program, args, {
    env,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: run.withinMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  let all = ''
  child.stdout.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-keptOutput)
    all = `${all}${chunk}`.slice(-keptOutput)
  })
  child.stderr.on('data', (chunk) => {
    all = `${all}${chunk}`.slice(-keptOutput)
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return output
  const end = signal ? `was ended after ${run.withinMs / 1000} s (${signal})` : `ended with code ${code}`
  throw new Error(`${run.program} ${end}: ${lastLines(all)}`)
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-8).join('\n')
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(await realpath(path), constants.X_OK)
    return true
  } catch {
    return false
  }
}
