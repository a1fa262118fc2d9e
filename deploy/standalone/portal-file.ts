import { join } from 'node:path'
import { z } from 'zod'
import { demoFounder, demoOrganization, demoPeople } from '../seed/demo-people.ts'
import { readKeptJson, writeKeptJson } from './kept-json.ts'

/** A demo login. Operators and newly registered people have no role or organization. */
const Login = z.object({
  username: z.string(),
  password: z.string(),
  role: z.string().nullable(),
  organization: z.string().nullable(),
})
export type Login = z.infer<typeof Login>

/** Content of `portal.json` in the data folder. */
const PortalFile = z.object({ address: z.string(), logins: z.array(Login) })
export type PortalFile = z.infer<typeof PortalFile>

/** The demo's logins; all share the installation's demo password. */
export function demoLogins(password: string): Login[] {
  return [demoFounder, ...demoPeople].map(({ username, role }) => ({
    username,
    password,
    role,
    organization: role === null || role === 'operator' ? null : demoOrganization,
  }))
}

/** Null before the first successful start. Throws one sentence for an invalid file. */
export async function readPortalFile(dataFolder: string): Promise<PortalFile | null> {
  return await readKeptJson(portalFile(dataFolder), PortalFile)
}

/** Mode 600. */
export async function writePortalFile(dataFolder: string, content: PortalFile): Promise<void> {
  await writeKeptJson(portalFile(dataFolder), content)
}

function portalFile(dataFolder: string): string {
  return join(dataFolder, 'portal.json')
}
