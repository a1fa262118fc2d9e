import { join } from 'node:path'
import { enginesFolder } from '../../engines/install/engines-folder.ts'
import { ensureInstalled, type Installable } from '../../engines/install/ensure-installed.ts'
import type { Tools } from '../../engines/install/tools.ts'

/** What an installation needs from its surroundings. */
export interface Surroundings {
  readonly tools: Tools
  readonly note: (line: string) => void
}

/** The folder of a release, filled once per machine, beside the engines. */
export async function installed(installable: Installable, { tools, note }: Surroundings): Promise<string> {
  const programs = join(await enginesFolder(), installable.release)
  await ensureInstalled(installable, { programs, tools, note })
  return programs
}
