import type { KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { defaultThreshold } from '@portal/contracts/remote-releases'
import { presentRemotes } from './present-remotes.ts'
import { makePreviewLink, type Previews } from './previews.ts'
import { pinRemote, promoteRemote, rollBackRemote } from './promotions.ts'
import { publishRemote } from './publish-remote.ts'
import type { Author, RemoteStore } from './remote-store.ts'
import { makeSigningKey, signEntry } from './signatures.ts'

const usage = `Usage:
  remotes list
  remotes publish <name> <folder> [--percent <1–100> [--threshold <percent>]] [--portal <address>]
  remotes publish <name> <address> --sha256 <of its remote.json> --portal <address> [--percent <1–100>]
  remotes promote <name> <version> [--percent <1–100>] [--threshold <percent>] --why <reason>
  remotes rollback <name> [<version>] --why <reason>
  remotes pin <name> <version> --organization <id> --why <reason>
  remotes unpin <name> --organization <id> --why <reason>
  remotes preview <name> <version> --person <id> [--hours <1–72>] --why <reason>
  remotes new-key`

/** A command of `npm run remotes` as it was typed. */
export interface RemotesCommand {
  readonly words: readonly string[]
  readonly values: Readonly<Record<string, string | undefined>>
}

/** Where a command acts, and as whom. */
export interface CommandTarget {
  readonly store: RemoteStore
  /** Signs what is published; null: nothing does. */
  readonly signingKey: KeyObject | null
  /** The account on the operator's machine. */
  readonly who: string
  /** With the gateway's secret; null where the command does not know it. */
  readonly previews: Previews | null
  readonly publicOrigin: string
}

/** The options that commands take. */
export const commandOptions = [
  'percent',
  'threshold',
  'why',
  'organization',
  'person',
  'hours',
  'portal',
  'key',
  'sha256',
]

/** Runs one command; returns what to print or throws a sentence. */
export async function runRemotesCommand(target: CommandTarget, command: RemotesCommand): Promise<string> {
  const { store } = target
  const [verb, name = '', object = ''] = command.words
  if (verb === 'list') return listed(store)
  if (verb === 'new-key') return newKey()
  if (name === '') throw new Error(usage)
  if (verb === 'publish' && object !== '') return publish(target, command, { name, folder: resolve(object) })
  const author = authorOf(target, command)
  if (verb === 'promote' && object !== '') return promote(target, command, { name, version: object, author })
  if (verb === 'rollback') {
    const version = await rollBackRemote(store, { name, version: object || undefined }, author)
    return `${name} ${version} is shown to everybody again.`
  }
  if (verb === 'pin' && object !== '') {
    const organization = numberOf(command, 'organization')
    await pinRemote(store, { name, organization, version: object }, author)
    return `Organization ${organization} keeps ${name} ${object}.`
  }
  if (verb === 'unpin') {
    const organization = numberOf(command, 'organization')
    await pinRemote(store, { name, organization, version: null }, author)
    return `Organization ${organization} has the version of everybody again.`
  }
  if (verb === 'preview' && object !== '') {
    const { previews } = target
    if (!previews) throw new Error('GATEWAY_SECRET and PUBLIC_ORIGIN are missing: they make the link.')
    const personId = command.values['person'] ?? ''
    if (personId === '') throw new Error(usage)
    const preview = { name, version: object, personId, hours: numberOf(command, 'hours', 24) }
    return (await makePreviewLink({ ...target, previews }, preview, author)).url
  }
  throw new Error(usage)
}

async function publish(
  target: CommandTarget,
  command: RemotesCommand,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<string> {
  const { store, signingKey, who } = target
  const author: Author = { by: 'command', who, why: command.values['why'] ?? 'Published by the command.' }
  const sign = signingKey && ((entry: Parameters<typeof signEntry>[0]) => signEntry(entry, signingKey))
  const { version } = await publishRemote(store, { name, folder, author, ...(sign && { sign }) })
  if (command.values['percent'] !== undefined) return promote(target, command, { name, version, author })
  return `${name} ${version} is published. Nobody sees it before: remotes promote ${name} ${version}`
}

async function promote(
  { store }: CommandTarget,
  command: RemotesCommand,
  { name, version, author }: { readonly name: string; readonly version: string; readonly author: Author },
): Promise<string> {
  const percent = numberOf(command, 'percent', 100)
  const threshold = numberOf(command, 'threshold', defaultThreshold)
  await promoteRemote(store, { name, version, percent, threshold }, author)
  return `${name} ${version} is shown to ${percent === 100 ? 'everybody' : `${percent}% of organizations`}.`
}

function authorOf({ who }: CommandTarget, { values }: RemotesCommand): Author {
  const why = values['why']?.trim() ?? ''
  if (why === '') throw new Error('Say why, for the history: --why "…"')
  return { by: 'command', who, why }
}

function numberOf({ values }: RemotesCommand, option: string, otherwise?: number): number {
  const text = values[option]
  if (text === undefined && otherwise !== undefined) return otherwise
  const number = Number(text)
  const max = option === 'organization' ? Number.MAX_SAFE_INTEGER : 100
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new Error(`--${option} takes a whole number, not "${text ?? ''}".`)
  return number
}

async function listed(store: RemoteStore): Promise<string> {
  const { remotes, contract, keys } = await presentRemotes(store)
  const lines = remotes.flatMap(({ name, current, promotion, versions, pins }) =>
    versions.map(({ version, publishedAt, signedBy, reasonAgainst }) => {
      const marks = [
        version === current ? 'for everybody' : '',
        version === promotion?.version && promotion.percent < 100 ? `for ${promotion.percent}%` : '',
        ...pins.filter((pin) => pin.version === version).map((pin) => `pinned for ${pin.organization}`),
        signedBy === null ? 'not signed' : `signed by ${signedBy}`,
        reasonAgainst ?? '',
      ]
      const mark = version === current ? '*' : ' '
      return `${mark} ${name} ${version} ${publishedAt} ${marks.filter(Boolean).join(', ')}`
    }),
  )
  return [`Shell contract ${contract}; keys: ${keys.join(', ') || 'none'}`, ...lines].join('\n')
}

function newKey(): string {
  const { privateKey, publicKey } = makeSigningKey()
  return `${privateKey}\nKeep this to yourself. The portal gets, in REMOTE_KEYS:\n<name>=${publicKey}`
}
