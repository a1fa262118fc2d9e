import { join } from 'node:path'
import { z } from 'zod'
import { demoFounder, demoOrganization, demoPeople } from '../seed/demo-people.ts'
import { readKeptJson, writeKeptJson } from './kept-json.ts'

/** A login of the demo. Without role and organization: someone who has just registered; the operator belongs to none, either. */
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
    organization: role === null || role === 'operator' ? null : demoOrganization,
  }))
}

/** What the last start wrote, or null before the first one was ready. Throws one sentence when the file is of no use. */
export async function readPortalFile(dataFolder: string): Promise<PortalFile | null> {
  return await readKeptJson(portalFile(dataFolder), PortalFile)
}

/** Writes `portal.json`, readable by its owner alone. */
export async function writePortalFile(dataFolder: string, content: PortalFile): Promise<void> {
  await writeKeptJson(portalFile(dataFolder), content)
}

function portalFile(dataFolder: string): string {
  return join(dataFolder, 'portal.json')
}
