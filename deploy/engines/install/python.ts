import { MissingPrerequisite } from './missing-prerequisite.ts'
import type { Tools } from './tools.ts'

const oldest = 'import sys, venv, ensurepip, pip; sys.exit(sys.version_info < (3, 11))'

/** Path of Python 3.11 or newer with pip and venv. Throws MissingPrerequisite. */
export async function needPython(tools: Tools, engine: string): Promise<string> {
  const advice = `${engine} is installed with Python 3.11 or newer and its pip and venv, which are not on the path; install them (Debian: apt-get install python3-pip python3-venv).`
  const python = await tools.need('python3', advice)
  await tools.run({ program: python, args: ['-c', oldest], withinMs: 30_000 }).catch(() => {
    throw new MissingPrerequisite(advice)
  })
  return python
}
