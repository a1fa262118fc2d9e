import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { openEngines } from '@portal/deploy/cluster/engines/open-engines'
import { toolsOf } from '@portal/deploy/engines/install/tools'
import { readLoadEnvironment } from '@portal/deploy/load/config'
import { installedK6 } from '@portal/deploy/load/run-k6'
import { freshStores } from './fresh-stores.ts'
import { makeAccount } from './make-account.ts'
import { makeNamespace, offerVolume, type PortalNamespace } from './portal-namespace.ts'
import {
  makeKeys,
  parts,
  productionSecrets,
  providerOrigin,
  providerUrl,
  realmOf,
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
  /** Installs or upgrades, and waits until all pods are ready. */
  install(command: 'install' | 'upgrade', ...further: readonly string[]): Promise<void>
  /** Leaves of all stores the backups alone, and names empty ones in the Secrets. */
  loseStores(): Promise<void>
  /** Prints why a test failed, and what the pods say. */
  explain(errors: readonly { readonly message: string }[] | undefined): Promise<void>
}

export async function startForProduction(): Promise<ProductionPortal> {
  // All of its tests need it, and on a new machine it is built for longer than one may take.
  await installedK6(toolsOf(readLoadEnvironment()), console.log)
  const { cluster, address } = await startWithImages()
  const keys = makeKeys()
  const order = { folder: cluster.folder, databases: [...parts], realm: realmOf(keys, address) }
  const engines = await openEngines(cluster, order)
  const namespace = await makeNamespace(cluster, 'portal')
  await cluster.apply(productionSecrets(engines, keys))
  await offerVolume(cluster, 'remotes', 'ReadWriteMany')
  const account = async (username: string): Promise<Login> => {
    const login = { username, password: randomBytes(16).toString('hex') }
    const person = { firstName: 'Noor', lastName: 'Haddad', email: `${username}@halden.example` }
    await makeAccount(cluster, providerUrl(engines, keys), { ...login, ...person })
    return login
  }
  const values = settings(address, providerOrigin(engines))
  return {
    ...{ cluster, address, namespace, operator: await account('operator') },
    ...{ noor: await account('noor'), ines: await account('ines') },
    install: async (command, ...further) => {
      const options = ['--wait', '--timeout', '20m', ...values, ...further]
      await namespace.helm(command, 'portal', chart, ...options).catch(async (error) => {
        throw new Error(`${error}\n${await namespace.whatIsWrong()}`)
      })
    },
    loseStores: async () => {
      await cluster.apply(productionSecrets(await freshStores(cluster, engines), keys, engines.blobs))
    },
    explain: async (errors) => {
      console.log(errors?.map(({ message }) => message).join('\n'), await namespace.whatIsWrong())
    },
  }
}

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
    // One node of two processors: what parts ask for otherwise is more.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.resources.requests.cpu`, '20m'])),
    // Two pods of each are counted, however busy.
    ...Object.fromEntries(parts.map((part) => [`parts.${part}.autoscaling.maxReplicas`, '2'])),
  }
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return ['--values', join(chart, 'values-production.yaml'), ...set]
}
