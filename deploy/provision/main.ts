import { runCommand } from '../run-command.ts'
import { readProvisionTargets } from './config.ts'
import { provisionEngines } from './provision-engines.ts'

await runCommand(async () => {
  await provisionEngines(readProvisionTargets(process.env), console.log)
  console.log('The engines have what the portal needs.')
})
