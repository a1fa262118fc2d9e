import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { createClient } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import { makeInstallation } from '@portal/deploy/standalone/installation.fixture'
import { operatorName, publicOrigin, type Topology, topology } from '@portal/deploy/standalone/topology'
import { signIn } from '@portal/testkit/sign-in'
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.ts'

const program = fileURLToPath(new URL('./portal-process.fixture.ts', import.meta.url))

export type TracedPortal = Awaited<ReturnType<typeof startTracedPortal>>

/** A whole portal in a process, which sends its traces to a receiver here and logs everything. */
export async function startTracedPortal({ email, password }: { email: string; password: string }) {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  const receiver = await startOtlpReceiver()
  ends.push(receiver.stop)
  const installation = await makeInstallation((end) => ends.push(end))
  const engines = embeddedEngines(installation)
  const environments = traced(topology({ ...installation, logLevel: 'info' }, engines), receiver)
  const logs: string[] = []
  const child = fork(program, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => logs.push(String(chunk)))
  child.send(environments)
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The portal ended. ${logs.join('')}`))),
  ])
  ends.push(async () => {
    const exit = once(child, 'exit')
    child.send('stop')
    await exit
  })
  const address = publicOrigin(installation.ports)
  const accounts = openIdentityAdmin(engines.identity.admin)
  await accounts.createAccount({ username: 'ada', password, email })
  await accounts.createAccount({ username: operatorName, password, email: 'operator@halden.example' })
  const clientOf = async (username: string) => {
    const browse = await signIn({ address, username, password })
    return createClient({ fetch: (path, init) => browse(String(path), init) })
  }
  const ada = await clientOf('ada')
  await ada.call(teamApi.createOrganization, { body: { name: 'Halden Medical' } })
  const { ports } = installation
  return { address, ports, receiver, logs: () => logs.join(''), ada, clientOf, stop }
}

function traced(environments: Topology, { url }: OtlpReceiver): Topology {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '200' }
  // Safe because every part keeps its name.
  return Object.fromEntries(
    Object.entries(environments).map(
      ([name, environment]) => [name, { ...environment, ...settings }] as const,
    ),
  ) as unknown as Topology
}
