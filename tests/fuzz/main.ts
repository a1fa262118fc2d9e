import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Session } from '@portal/contracts/session'
import { toolsOf } from '@portal/deploy/engines/install/tools'
import { demoFounder, demoPeople } from '@portal/deploy/seed/demo-people'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import { consoleProgress } from '@portal/deploy/standalone/progress'
import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import { type Runner, type RunningPortal, startPortal } from '@portal/deploy/standalone/start-portal'
import { signIn } from '@portal/testkit/sign-in'
import { ensureSchemathesis } from './ensure-schemathesis.ts'
import { type FuzzOptions, fuzz } from './fuzz.ts'

// `npm run fuzz`: sends generated requests to every route that the gateway's OpenAPI document
// describes, as a visitor and as each role. `--seconds` is the time for each of them.
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '45' } } })
const halt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => halt.abort())

/** One sender makes more requests here than the limits allow a person. */
const withoutLimits: Runner = (topology, progress) => {
  const limit = '1000000/1000000'
  const limits = {
    RATE_SESSION: limit,
    RATE_PERSON: limit,
    RATE_ADDRESS: limit,
    RATE_JOIN_CODE: limit,
    RATE_TOKEN: limit,
    RATE_SEARCH: limit,
    RATE_OWN_DATA: limit,
    RATE_DATA: limit,
  }
  return runInProcess({ ...topology, gateway: { ...topology.gateway, ...limits } }, progress)
}

// The strongest come last, because they may remove the others and delete their organization.
const operator = demoPeople.filter(({ role }) => role === 'operator')
const members = demoPeople.filter(
  ({ role }, at) => role !== 'operator' && demoPeople.findIndex((one) => one.role === role) === at,
)
const senders = [
  { name: 'a visitor', username: null },
  ...[...members.toReversed(), demoFounder, ...operator].map(({ username, role }) => ({
    name: role ?? 'a person without an organization',
    username,
  })),
]

type Program = Pick<FuzzOptions, 'program' | 'folder'>

async function sendAll(program: Program, { address, logins }: RunningPortal): Promise<boolean> {
  const results = []
  for (const { name, username } of senders) {
    halt.signal.throwIfAborted()
    const login = logins.find((one) => one.username === username)
    const browser = login && (await signIn({ address, ...login }))
    const cookies = [...(browser?.cookiesFor('/') ?? [])].map((pair) => pair.join('=')).join('; ')
    const result = await fuzz({ ...program, address, cookies, seconds: Number(values.seconds) })
    const session = browser && Session.parse(await (await browser('/api/session')).json())
    if (session?.person === null) throw new Error(`The session of ${name} ended on the way.`)
    console.log(`${name}: ${result.cases} cases${result.isClean ? '' : `\n${result.output}`}`)
    results.push(result)
  }
  const cases = results.reduce((sum, result) => sum + result.cases, 0)
  const faulty = results.filter(({ isClean }) => !isClean).length
  console.log(`${cases} cases from ${senders.length} senders, of whom ${faulty} found faults`)
  return faulty === 0
}

async function main(): Promise<boolean> {
  const program = await ensureSchemathesis(toolsOf(process.env))
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-fuzz-'))
  try {
    const portal = await startPortal({
      options: {
        ...{ port: 0, dataFolder, isReset: false, hasDemo: true },
        ...{ engines: { kind: 'embedded' }, chosen: {}, mailer: null, limits: {} },
      },
      run: withoutLimits,
      progress: consoleProgress(),
      halted: halt.signal,
    })
    return await sendAll({ program, folder: dataFolder }, portal).finally(portal.stop)
  } finally {
    await removeDataFolder(dataFolder, console.log)
  }
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  console.error(`fuzz: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
