import { republish } from '@portal/service-kit/outbox/republish'
import { openRunningDatabase, readOperateOptions } from '../open-running-database.ts'
import { republishingService } from '../operable-services.ts'
import { progressLine } from './progress-line.ts'

// `npm run republish -- <service>`: records events, which the service's relay publishes.
const halted = new AbortController()
process.once('SIGINT', () => halted.abort())
try {
  const { dataFolder, words } = readOperateOptions(process.argv.slice(2))
  const service = await republishingService(words[0])
  const database = await openRunningDatabase(dataFolder, service.name)
  try {
    const options = { service: service.name, republish: service.republish, database, halted: halted.signal }
    const progress = progressLine(process.stdout)
    const count = await republish({ ...options, progress })
    console.log(`${service.name} republished ${count} items; its consumers rebuild their projections.`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
