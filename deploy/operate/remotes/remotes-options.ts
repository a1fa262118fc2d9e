import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { remotesFolder } from '../../standalone/data-folder.ts'
import { defaultDataFolder } from '../../standalone/portal-options.ts'

/** What `npm run remotes` is told: on which data folder, and the words of the command. */
export interface RemotesOptions {
  readonly dataFolder: string
  readonly remotesDirectory: string
  readonly words: readonly string[]
}

/** Reads `--data` and the words. Throws one sentence for an unknown option. */
export function readRemotesOptions(args: readonly string[]): RemotesOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { data: { type: 'string', default: defaultDataFolder } },
    allowPositionals: true,
  })
  const dataFolder = resolve(values.data)
  return { dataFolder, remotesDirectory: remotesFolder(dataFolder), words: positionals }
}
