import { isRoot } from '@portal/adapters/embedded-postgres/postgres-account'
import { toolsOf } from '../../engines/install/tools.ts'
import type { Surroundings } from './installed.ts'

/** Where Debian keeps the plugins of a container's network, which are on nobody's path. */
const pluginsFolder = '/usr/lib/cni'

/** A program of each package, which no other one has: iproute2 has a `bridge`, too. */
const packages = {
  containerd: 'containerd',
  runc: 'runc',
  'containernetworking-plugins': 'host-local',
  iptables: 'iptables',
  iproute2: 'ip',
  openssl: 'openssl',
} as const

/** What differs between machines, and in tests. */
interface Machine {
  readonly isRoot: boolean
  readonly pluginsFolder: string
}

/** Installs what is missing with apt where that can be; else throws what to install. */
export async function ensureDebianPackages(
  { tools, note }: Surroundings,
  machine: Machine = { isRoot: isRoot(), pluginsFolder },
): Promise<void> {
  const path = `${tools.environment.PATH ?? ''}:${machine.pluginsFolder}`
  const { find } = toolsOf({ PATH: path })
  const missing: string[] = []
  for (const [name, program] of Object.entries(packages))
    if ((await find(program)) === null) missing.push(name)
  if (missing.length === 0) return
  const names = missing.join(' ')
  if (!machine.isRoot || (await tools.find('apt-get')) === null)
    throw new Error(
      `The cluster runs on packages of Debian that are not there; install them as root (apt-get install ${names}).`,
    )
  note(`Debian: installing ${names}`)
  // Somebody else may be installing something.
  const options = ['-o', 'DPkg::Lock::Timeout=600']
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) => tools.run('apt-get', [...options, ...words], { environment })
  const install = () => apt('install', '--yes', '--no-install-recommends', ...missing)
  // A new machine knows of no packages, and an old one of some that are no longer to be had.
  await install().catch(async () => {
    await apt('update')
    await install()
  })
}
