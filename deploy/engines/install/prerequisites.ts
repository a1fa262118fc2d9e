import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Tools } from './tools.ts'

/** Finds what installing or running an engine needs. Throws one sentence: what to install. */
export type Need = (tools: Tools) => Promise<string>

/** A program on the PATH. Finds its path. */
export function program(name: string, advice: string): Need {
  return async (tools) => {
    const path = await tools.find(name)
    if (path === null) throw new Error(advice)
    return path
  }
}

export function maven(engine: string): Need {
  return program(
    'mvn',
    `${engine} is installed with Maven, which is not on the path; install it (Debian: apt-get install maven).`,
  )
}

/** Python 3.11 or newer with pip and venv. */
export function python(engine: string): Need {
  const advice = `${engine} is installed with Python 3.11 or newer and its pip and venv, which are not on the path; install them (Debian: apt-get install python3-pip python3-venv).`
  const suits = 'import sys, venv, ensurepip, pip; sys.exit(sys.version_info < (3, 11))'
  return async (tools) => {
    const path = await program('python3', advice)(tools)
    await tools.run(path, ['-c', suits]).catch(() => {
      throw new Error(advice)
    })
    return path
  }
}

/** Java 17 or newer. Finds its home. */
export function java17(engine: string): Need {
  return java(
    { 'java.base': 17 },
    `${engine} runs on Java 17 or newer, which is not there; install it (Debian: apt-get install openjdk-17-jre-headless).`,
  )
}

/** The home of the first Java with modules of at least these versions: JAVA_HOME, PATH, system. */
export function java(modules: Readonly<Record<string, number>>, advice: string): Need {
  return async (tools) => {
    for (const home of await javaHomes(tools)) {
      const listed = await tools.run(join(home, 'bin', 'java'), ['--list-modules']).catch(() => '')
      const found = new Map([...listed.matchAll(/^([\w.]+)@(\d+)/gm)].map(([, name, major]) => [name, major]))
      if (Object.entries(modules).every(([name, major]) => Number(found.get(name)) >= major)) return home
    }
    throw new Error(advice)
  }
}

async function javaHomes({ find, environment }: Tools): Promise<string[]> {
  const onPath = await find('java')
  const systemFolder = '/usr/lib/jvm'
  // An empty PATH also rules out the system's Java.
  const system = environment.PATH ? await readdir(systemFolder).catch(() => []) : []
  const homes = [
    ...(environment.JAVA_HOME ? [environment.JAVA_HOME] : []),
    ...(onPath === null ? [] : [dirname(dirname(await realpath(onPath)))]),
    ...system.map((name) => join(systemFolder, name)),
  ]
  const real = await Promise.all(homes.map((home) => realpath(home).catch(() => null)))
  return [...new Set(real.filter((home) => home !== null))]
}
