import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '@portal/deploy/standalone/data-folder'
import { engineUrl } from '@portal/testkit/engines'
import { startTestMailServer } from '@portal/testkit/mail/test-mail-server'
import { describeAuditTrail } from './audit-trail.ts'
import { describeInvitationJourney } from './invitation-journey.ts'
import { describeJoiningJourney } from './joining-journey.ts'
import { startForThisFile } from './journey-portal.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeOperatorJourney } from './operator-journey.ts'
import { describeOwnSessions } from './own-sessions.ts'
import { describePeopleJourney } from './people-journey.ts'
import { describeSingleSignOn } from './single-sign-on.ts'

/** Every engine that a portal needs, shared by the run's files. */
const names = ['kafka', 's3', 'elasticsearch', 'unstructured', 'keycloak'] as const

const portal = startForThisFile('start:services', async (dataFolder) => {
  const urls = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await engineUrl(name)])))
  // In the data folder, which is deleted with the portal: the URLs contain passwords.
  await makeDataFolder(dataFolder)
  const file = join(dataFolder, 'engines.json')
  await writeFile(file, JSON.stringify({ urls }), { mode: 0o600 })
  const mail = await startTestMailServer({ encryption: 'none' })
  const mailer = `smtp://${mail.host}?from=portal@compliance.example&starttls=off`
  return { args: ['--engines', file], environment: { ...process.env, MAILER_URL: mailer }, mail }
})

describeSingleSignOn(portal)
describeOwnSessions(portal)
describeAuditTrail('a process each, on real engines', portal, () => engineUrl('s3'))
describePeopleJourney('a process each, on real engines', portal)
describeJoiningJourney('a process each, on real engines', portal)
describeMainJourney('a process each, on real engines', portal)
describeKeyboardJourney('a process each, on real engines', portal)
describeOperatorJourney('a process each, on real engines', portal)
describeInvitationJourney('a process each, on real engines', portal)
