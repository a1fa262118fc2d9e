import { embeddedEngines } from './embedded-engines.ts'
import { makeInstallation } from './installation.fixture.ts'
import { loadStart } from './load-part.ts'
import { type ProcessName, publicOrigin, topology } from './topology.ts'

/**
 * Starts some parts, then the gateway, in this process and on an installation of their own.
 * `settings` are variables of the gateway.
 */
export async function startParts(
  names: readonly Exclude<ProcessName, 'gateway'>[],
  atEnd: (end: () => Promise<unknown>) => void,
  settings: NodeJS.ProcessEnv = {},
) {
  const installation = await makeInstallation(atEnd)
  const engines = embeddedEngines(installation)
  const environments = topology(installation, engines)
  const start = async (name: ProcessName, environment: NodeJS.ProcessEnv) => {
    const startPart = await loadStart(name)
    const part = await startPart(environment)
    atEnd(() => part.stop())
  }
  await Promise.all(names.map((name) => start(name, { ...environments[name] })))
  await start('gateway', { ...environments.gateway, ...settings })
  return { installation, engines, address: publicOrigin(installation.ports) }
}
