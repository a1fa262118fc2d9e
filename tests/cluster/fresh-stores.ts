import { fileURLToPath } from 'node:url'
import { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import type { Contents } from '@portal/testkit/store-contents'

const programs = {
  freshStores: new URL('./fresh-stores.fixture.ts', import.meta.url),
  storeContents: new URL('./store-contents.fixture.ts', import.meta.url),
  moveKeycloak: new URL('./move-keycloak.fixture.ts', import.meta.url),
}

/** Runs a program in a cluster's network, with engines as its first argument. */
function runThere(
  cluster: Cluster,
  program: keyof typeof programs,
  [engines, ...further]: readonly [OpenedEngines, ...string[]],
): Promise<string> {
  const file = fileURLToPath(programs[program])
  const [entering = '', ...words] = cluster.entering([
    ...[process.execPath, file, JSON.stringify(engines), ...further],
  ])
  return runTool(entering, words)
}

/**
 * Other, empty databases; another bucket and index, not there yet, all with `name` in their names;
 * of the events nothing is left.
 */
export async function freshStores(
  cluster: Cluster,
  lost: OpenedEngines,
  name: string,
): Promise<OpenedEngines> {
  return OpenedEngines.parse(JSON.parse(await runThere(cluster, 'freshStores', [lost, name])))
}

/** Every table of every part and of Keycloak, every file, and every signed head. */
export async function storeContents(cluster: Cluster, engines: OpenedEngines): Promise<Contents> {
  return JSON.parse(await runThere(cluster, 'storeContents', [engines]))
}

/** Stops Keycloak and starts it on the engines' database of it. */
export async function moveKeycloak(cluster: Cluster, engines: OpenedEngines): Promise<void> {
  await runThere(cluster, 'moveKeycloak', [engines])
}
