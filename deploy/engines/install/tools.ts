import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { leashed } from '@portal/adapters/processes/leashed'

export interface ToolOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Half an hour by default. */
  readonly withinMs?: number
}

/** The programs on this machine used to install and run engines. */
export interface Tools {
  /** Absolute path of the program on the PATH, or null. */
  find(program: string): Promise<string | null>
  /** Resolves with standard output; rejects with the last lines of the output. */
  run(program: string, args: readonly string[], options?: ToolOptions): Promise<string>
  readonly environment: NodeJS.ProcessEnv
}

const keptOutput = 20_000

export function toolsOf(environment: NodeJS.ProcessEnv): Tools {
  return {
    find: async (program) => {
      for (const folder of (environment.PATH ?? '').split(delimiter).filter((entry) => entry !== '')) {
        const path = join(folder, program)
        if (await isExecutable(path)) return path
      }
      return null
    },
    run: async (program, args, { cwd, environment: own, withinMs = 30 * 60_000 } = {}) => {
      const command = leashed(program, args)
      const child = spawn(command.program, command.args, {
        env: { ...environment, ...own },
        ...(cwd === undefined ? {} : { cwd }),
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: withinMs,
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
      const end = signal ? `was ended after ${withinMs / 1000} s (${signal})` : `ended with code ${code}`
      throw new Error(`${program} ${end}: ${all.trim().split('\n').slice(-8).join('\n')}`)
    },
    environment,
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(await realpath(path), constants.X_OK)
    return true
  } catch {
    return false
  }
}
