import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { demoFounder, demoOrganization, demoPeople } from '../seed/demo-people.ts'

/** A login of the demo. Without role and organization: someone who has just registered. */
const Login = z.object({
  username: z.string(),
  password: z.string(),
  role: z.string().nullable(),
  organization: z.string().nullable(),
})
export type Login = z.infer<typeof Login>

/** What `portal.json` in the data folder holds. */
const PortalFile = z.object({ address: z.string(), logins: z.array(Login) })
export type PortalFile = z.infer<typeof PortalFile>

/** The demo's logins; all have the installation's demo password. */
export function demoLogins(password: string): Login[] {
  return [demoFounder, ...demoPeople].map(({ username, role }) => ({
    username,
    password,
    role,
    organization: role === null ? null : demoOrganization,
  }))
}

/** What the last start wrote, or null before the first one was ready. */
export async function readPortalFile(dataFolder: string): Promise<PortalFile | null> {
  const text = await readFile(portalFile(dataFolder), 'utf8').catch(() => null)
  return text === null ? null : PortalFile.parse(JSON.parse(text))
}

/** Writes `portal.json`, readable by its owner alone. */
export async function writePortalFile(dataFolder: string, content: PortalFile): Promise<void> {
  const file = portalFile(dataFolder)
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function portalFile(dataFolder: string): string {
  return join(dataFolder, 'portal.json')
}
