import { resolve } from 'node:path'
import { listRemoteVersions, publishRemote, type RemoteStore, rollBackRemote } from './publish-remote.ts'

const usage = 'Usage: remotes publish <name> <folder> | remotes rollback <name> <version> | remotes list'

/** Runs one command of `npm run remotes`; returns what to print or throws one sentence. */
export async function runRemotesCommand(store: RemoteStore, words: readonly string[]): Promise<string> {
  const [verb, name, object] = words
  if (verb === 'list') {
    const lines = (await listRemoteVersions(store)).map(
      (row) => `${row.isCurrent ? '*' : ' '} ${row.name} ${row.version} ${row.publishedAt.toISOString()}`,
    )
    return lines.join('\n')
  }
  if (name === undefined || object === undefined) throw new Error(usage)
  if (verb === 'publish') {
    const entry = await publishRemote(store, name, resolve(object))
    return `${entry.name} ${entry.version} is published.`
  }
  if (verb === 'rollback') {
    const entry = await rollBackRemote(store, name, object)
    return `${entry.name} ${entry.version} is shown again.`
  }
  throw new Error(usage)
}
