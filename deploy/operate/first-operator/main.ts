import { offerFirstOperator } from '@portal/adapters/identity-admin/open-identity-admin'
import { LoginNames, readConfig } from '@portal/service-kit/config'
import { z } from 'zod'
import { runCommand } from '../../run-command.ts'
import { operatorName } from '../../standalone/topology.ts'

const FirstOperatorEnvironment = z.object({
  IDENTITY_ADMIN_URL: z.string().min(1),
  PORTAL_OPERATORS: LoginNames.prefault(''),
})

// `node deploy/operate/first-operator/main.js` with team's environment: how the first operator
// logs in. Anew until they have chosen a password, then never again.
await runCommand(async () => {
  const { IDENTITY_ADMIN_URL, PORTAL_OPERATORS } = readConfig(FirstOperatorEnvironment, process.env)
  const [username = operatorName] = PORTAL_OPERATORS
  const sentence = await offerFirstOperator(IDENTITY_ADMIN_URL, username)
  console.log(sentence ?? `${username} has a password already.`)
})
