import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoFounder, demoOrganization, demoPeople } from '../seed/demo-people.ts'

/** A login of the demo. Without role and organization: someone who has just registered. */
export interface Login {
  readonly username: string
  readonly password: string
  readonly role: string | null
  readonly organization: string | null
}

/** What `portal.json` in the data folder holds. */
export interface PortalFile {
  readonly address: string
  readonly logins: readonly Login[]
}

/** The demo's logins; all have the installation's demo password. */
export function demoLogins(password: string): Login[] {
  return [demoFounder, ...demoPeople].map(({ username, role }) => ({
    username,
    password,
    role,
    organization: role === null ? null : demoOrganization,
  }))
}

/** Writes `portal.json`, readable by its owner alone. */
export async function writePortalFile(dataFolder: string, content: PortalFile): Promise<void> {
  const file = join(dataFolder, 'portal.json')
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
