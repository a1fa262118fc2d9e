import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '@portal/deploy/standalone/data-folder'
import { engineUrl } from '@portal/testkit/engines'
import { startTestMailServer } from '@portal/testkit/mail/test-mail-server'
import { startForThisFile } from './journey-portal.ts'
import { leavePortalPagesToOneProcess } from './tab.ts'

/** Every engine that a portal needs, shared by the run's files. */
const names = ['kafka', 's3', 'elasticsearch', 'unstructured', 'keycloak'] as const

/** Starts a process each on the run's engines, for a file's tests; `variables`: of its own. */
export const startOnRealEngines = (
  variables: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
) =>
  startForThisFile('start:services', async (dataFolder) => {
    const urls = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await engineUrl(name)])),
    )
    leavePortalPagesToOneProcess()
    // In the data folder, which is deleted with the portal: the URLs contain passwords.
    await makeDataFolder(dataFolder)
    const file = join(dataFolder, 'engines.json')
    await writeFile(file, JSON.stringify({ urls }), { mode: 0o600 })
    const mail = await startTestMailServer({ encryption: 'none' })
    const mailer = `smtp://${mail.host}?from=portal@compliance.example&starttls=off`
    return {
      args: ['--engines', file],
      environment: { ...process.env, ...(await variables()), MAILER_URL: mailer },
      mail,
    }
  })
