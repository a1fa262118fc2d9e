import { readProvisionTargets } from './config.ts'
import { provisionEngines } from './provision-engines.ts'

try {
  await provisionEngines(readProvisionTargets(process.env), console.log)
  console.log('The engines have what the portal needs.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
