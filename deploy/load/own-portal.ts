import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, startPortalProcess } from '@portal/testkit/portal-process'
import { removeDataFolder } from '../standalone/data-folder.ts'
import type { Environment, ForeignPortal, LoadOptions } from './load-options.ts'

/** A portal to put under load, and what is known of its processes. */
export interface LoadedPortal extends ForeignPortal, AsyncDisposable {
  /** Null for one that somebody else started. */
  readonly own: { readonly pid: number; readonly dataFolder: string } | null
}

/** The portal that was named, or a new one with a folder of its own, which goes with it. */
export async function openPortal(
  { portal, composition }: LoadOptions,
  environment: Environment,
): Promise<LoadedPortal> {
  if (portal) return { ...portal, own: null, [Symbol.asyncDispose]: async () => undefined }
  const dataFolder = join(tmpdir(), `portal-load-${randomBytes(6).toString('hex')}`)
  const started = await startPortalProcess({ command: composition, dataFolder, environment })
  const login = operatorOf(started)
  return {
    ...{ address: started.address, ...login, own: { pid: started.pid, dataFolder } },
    [Symbol.asyncDispose]: async () => {
      await started.interrupt()
      await removeDataFolder(dataFolder, () => undefined)
    },
  }
}

function operatorOf({ logins }: PortalProcess): Pick<ForeignPortal, 'username' | 'password'> {
  const operator = logins.find(({ role }) => role === 'operator')
  if (!operator) throw new Error('The portal has no operator.')
  return operator
}
