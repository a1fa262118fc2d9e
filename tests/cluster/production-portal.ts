import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { openEngines } from '@portal/deploy/cluster/engines/open-engines'
import { toolsOf } from '@portal/deploy/engines/install/tools'
import { readLoadEnvironment } from '@portal/deploy/load/config'
import { installedK6 } from '@portal/deploy/load/run-k6'
import type { Contents } from '@portal/testkit/store-contents'
import type { Release } from './former-release.ts'
import { freshStores, moveKeycloak, storeContents } from './fresh-stores.ts'
import { provisionByHand, restoreAlone } from './jobs-by-hand.ts'
import { makeAccount } from './make-account.ts'
import { makeNamespace, offerVolume, type PortalNamespace } from './portal-namespace.ts'
import {
  makeKeys,
  parts,
  productionSecrets,
  providerOrigin,
  providerUrl,
  provisionVariables,
} from './production-secrets.ts'
import { type StartedCluster, startWithImages } from './started-cluster.ts'

const chart = join(workspaceRoot, 'charts', 'portal')

interface Login {
  readonly username: string
  readonly password: string
}

/** A cluster with engines and Secrets for the production profile, and people who log in. */
export interface ProductionPortal extends StartedCluster {
  readonly namespace: PortalNamespace
  readonly noor: Login
  readonly ines: Login
  readonly operator: Login
  /** Installs or upgrades until all pods are ready. The first installation makes the accounts. */
  install(command: 'install' | 'upgrade', ...further: readonly string[]): Promise<void>
  /** Installs another release than this one, on engines that somebody has provisioned for it. */
  installFormer(release: Release): Promise<void>
  /** Leaves of all stores the backups alone, and names empty ones, called so, in the Secrets. */
  loseStores(name: string): Promise<void>
  /** Restores the newest backup with the Jobs of an install, and starts nothing. */
  restoreAlone(): Promise<void>
  /** Starts Keycloak on the database that the Secrets name. */
  moveKeycloak(): Promise<void>
  /** What the stores that the Secrets name hold, Keycloak's database among them. */
  contents(): Promise<Contents>
  /** Prints why a test failed, and what the pods say. */
  explain(errors: readonly { readonly message: string }[] | undefined): Promise<void>
}

export async function startForProduction(): Promise<ProductionPortal> {
  // All of its tests need it, and on a new machine it is built for longer than one may take.
  await installedK6(toolsOf(readLoadEnvironment()), console.log)
  const { cluster, address } = await startWithImages()
  const keys = makeKeys()
  const order = { folder: cluster.folder, databases: [...parts], publicOrigin: address }
  const engines = await openEngines(cluster, order)
  const namespace = await makeNamespace(cluster, 'portal')
  await cluster.apply(productionSecrets(engines, keys))
  await offerVolume(cluster, 'remotes', 'ReadWriteMany')
  const [noor, ines, operator] = [login('noor'), login('ines'), login('operator')]
  const makeAccounts = async () => {
    for (const account of [noor, ines, operator]) {
      const person = { firstName: 'Noor', lastName: 'Haddad', email: `${account.username}@halden.example` }
      await makeAccount(cluster, providerUrl(engines, keys), { ...account, ...person })
    }
  }
  let accounts: Promise<void> | null = null
  const values = settings(address, providerOrigin(engines))
  let stores = engines
  const run = async (command: string, from: string, further: readonly string[]) => {
    const options = ['--wait', '--timeout', '20m', ...profileOf(from), ...values, ...further]
    await namespace.helm(command, 'portal', from, ...options).catch(async (error) => {
      throw new Error(`${error}\n${await namespace.whatIsWrong()}`)
    })
    // The realm is there once the portal is.
    accounts ??= makeAccounts()
    await accounts
  }
  return {
    ...{ cluster, address, namespace, noor, ines, operator },
    install: (command, ...further) => run(command, chart, further),
    installFormer: async (former) => {
      await provisionByHand(cluster, { ...provisionVariables(engines, keys), PUBLIC_ORIGIN: address })
      await run('install', former.chart, former.settings)
    },
    loseStores: async (name) => {
      stores = await freshStores(cluster, engines, name)
      await cluster.apply(productionSecrets(stores, keys, engines.blobs))
    },
    restoreAlone: () => restoreAlone(namespace, cluster, [...profileOf(chart), ...values]),
    moveKeycloak: () => moveKeycloak(cluster, stores),
    contents: () => storeContents(cluster, stores),
    explain: async (errors) => {
      console.log(errors?.map(({ message }) => message).join('\n'), await namespace.whatIsWrong())
    },
  }
}

const profileOf = (from: string) => ['--values', join(from, 'values-production.yaml')]

const login = (username: string): Login => ({ username, password: randomBytes(16).toString('hex') })

const shares: Readonly<Record<string, string>> = { gateway: '50m', documents: '100m' }
const share = (part: string) => shares[part] ?? '20m'

function settings(address: string, provider: string): string[] {
  const values: Record<string, string> = {
    publicOrigin: address,
    'gatewayApi.parentRefs[0].namespace': 'default',
    'identity.issuer': `${address}/auth/realms/portal`,
    'identity.internalOrigin': provider,
    'identity.accountUrl': `${address}/auth/realms/portal/account`,
    // Not by itself, in the midst of something else.
    'backup.schedule': '0 0 1 1 *',
    // Everybody in the load has one address here.
    'parts.gateway.environment.RATE_ADDRESS': '12000/3000',
    'parts.gateway.environment.RATE_LOGIN': '600/600',
    // One node of two processors: a fifth of what parts ask for otherwise.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.resources.requests.cpu`, share(part)])),
    // Two pods of each are counted, however busy.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.autoscaling.maxReplicas`, '2'])),
  }
  return Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
}
