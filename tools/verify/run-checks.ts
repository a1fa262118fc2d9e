import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** `run` resolves to the problems found, a line each. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<readonly string[]>
}

const shownMax = 60

/** A check by a tool of the root package; if it fails, its output is the list of problems. */
export function toolCheck(name: string, script: string, args: readonly string[]): Check {
  const run = async () => {
    const child = spawn(process.execPath, [`node_modules/${script}`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const output = await Promise.all([text(child.stdout), text(child.stderr)])
    const code = await ended
    return code === 0 ? [] : [...output.join('').trimEnd().split('\n'), `${script} ended with code ${code}`]
  }
  return { name, run }
}

/** Runs checks two at a time and prints their problems. Resolves to whether there are none. */
export async function runChecks(checks: readonly Check[]): Promise<boolean> {
  const waiting = [...checks]
  let isGood = true
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now()
      const problems = await check.run()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check.name} (${seconds} s)`)
      for (const problem of problems.slice(0, shownMax)) console.log(`     ${problem}`)
      if (problems.length > shownMax) console.log(`     … and ${problems.length - shownMax} more lines`)
      if (problems.length > 0) isGood = false
    }
  }
  await Promise.all([work(), work()])
  return isGood
}
