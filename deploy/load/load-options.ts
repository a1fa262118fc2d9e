import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isProfileName, type Profile, type ProfileName, profiles } from './profiles.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A portal that runs, with its operator's login. */
export interface ForeignPortal {
  readonly address: string
  readonly username: string
  readonly password: string
}

/** What `npm run load` was asked for. */
export interface LoadOptions {
  readonly name: ProfileName
  readonly profile: Profile
  /** Null: a portal of its own, in this composition. */
  readonly portal: ForeignPortal | null
  readonly composition: 'start' | 'start:services'
  /** For results. */
  readonly folder: string
  readonly hasBrowser: boolean
  /** Writes bench/results/load.md. */
  readonly hasTable: boolean
  /** Prints the load as a Job for a cluster, and loads nothing. */
  readonly isJob: boolean
}

const secondsMax = 4 * 3600
const actsMax = 200
const usage = `Usage: npm run load -- ${Object.keys(profiles).join('|')} [--address <url>] [--seconds <n>] [--acts <per second>] [--services] [--browser] [--folder <folder>] [--table] [--job].`

/** Reads options and environment. Throws one sentence for what it does not understand. */
export function readLoadOptions(args: readonly string[], environment: Environment): LoadOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      address: { type: 'string' },
      seconds: { type: 'string' },
      acts: { type: 'string' },
      services: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      folder: { type: 'string', default: 'load' },
      table: { type: 'boolean', default: false },
      job: { type: 'boolean', default: false },
    },
  })
  const [name = '', ...further] = positionals
  if (!isProfileName(name) || further.length > 0) throw new Error(usage)
  const profile: Profile = profiles[name]
  const seconds = numberOf('--seconds', values.seconds ?? String(profile.seconds), secondsMax)
  const most = Math.max(...profile.acts)
  const wanted = numberOf('--acts', values.acts ?? String(most), actsMax)
  const [first, ...steps] = profile.acts.map((acts) => (acts * wanted) / most)
  if (values.job && values.address === undefined) throw new Error('--job needs the --address of the portal.')
  return {
    name,
    profile: { ...profile, seconds, acts: [first ?? wanted, ...steps] },
    portal: values.address === undefined ? null : foreignPortal(values.address, environment, values.job),
    composition: values.services ? 'start:services' : 'start',
    folder: resolve(values.folder),
    hasBrowser: values.browser,
    hasTable: values.table,
    isJob: values.job,
  }
}

function numberOf(option: string, text: string, max: number): number {
  const number = Number(text)
  if (number >= 1 && number <= max) return number
  throw new Error(`${option} takes a number from 1 to ${max}, not "${text}".`)
}

function foreignPortal(text: string, environment: Environment, isJob: boolean): ForeignPortal {
  const { LOAD_OPERATOR: username = 'operator', LOAD_OPERATOR_PASSWORD: password = '' } = environment
  if (!URL.canParse(text)) throw new Error(`--address takes the portal's public address, not "${text}".`)
  // A Job has it from a Secret.
  if (password === '' && !isJob)
    throw new Error(
      'The load makes organizations of its own: put the password of LOAD_OPERATOR into LOAD_OPERATOR_PASSWORD.',
    )
  return { address: new URL(text).origin, username, password }
}
