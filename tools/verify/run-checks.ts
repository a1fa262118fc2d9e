/** `run` resolves to the problems found, a line each. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<readonly string[]>
}

const shownMax = 60

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
