import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MissingPrerequisite } from './missing-prerequisite.ts'
import type { Tools } from './tools.ts'

export interface JavaNeed {
  readonly major: number
  /** Modules found only in a full JDK. */
  readonly modules?: readonly string[]
  /** Shown when no such Java is found. */
  readonly advice: string
}

const systemFolder = '/usr/lib/jvm'

/** Home of the first suitable Java: JAVA_HOME, PATH, then system. Throws MissingPrerequisite. */
export async function findJava(tools: Tools, need: JavaNeed): Promise<string> {
  for (const home of await candidates(tools)) {
    if (await fits(home, need, tools)) return home
  }
  throw new MissingPrerequisite(need.advice)
}

async function candidates(tools: Tools): Promise<string[]> {
  const onPath = await tools.find('java')
  // An empty PATH also rules out the system's Java.
  const system = tools.environment.PATH ? await readdir(systemFolder).catch(() => []) : []
  const homes = [
    ...(tools.environment.JAVA_HOME ? [tools.environment.JAVA_HOME] : []),
    ...(onPath === null ? [] : [dirname(dirname(await realpath(onPath)))]),
    ...system.map((name) => join(systemFolder, name)),
  ]
  const real = await Promise.all(homes.map((home) => realpath(home).catch(() => null)))
  return [...new Set(real.filter((home) => home !== null))]
}

async function fits(home: string, need: JavaNeed, tools: Tools): Promise<boolean> {
  const run = { program: join(home, 'bin', 'java'), args: ['--list-modules'], withinMs: 20_000 }
  const listed = await tools.run(run).catch(() => '')
  const majors = new Map(
    [...listed.matchAll(/^([\w.]+)@(\d+)/gm)].map(([, name, major]) => [name, Number(major)]),
  )
  return ['java.base', ...(need.modules ?? [])].every((name) => (majors.get(name) ?? 0) >= need.major)
}
