import { republish } from '@portal/service-kit/outbox/republish'
import { republishingService } from '../operable-services.ts'
import { interruption, operate, progressLine } from '../operate.ts'

// `npm run republish -- <service>`: records events, which the service's relay publishes.
await operate(async ({ words, open }) => {
  const halted = interruption()
  const { name, republish: owned } = await republishingService(words[0])
  const options = { service: name, republish: owned, database: await open(name), halted }
  const count = await republish({ ...options, progress: progressLine('told') })
  return `${name} republished ${count} items; its consumers rebuild their projections.`
})
