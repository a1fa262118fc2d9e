import { startForThisFile } from '../../journeys/journey-portal.ts'
import { composition } from '../config.ts'
import { describeAvailability } from './describe-availability.ts'
import { withLiveMemory } from './live-memory.ts'

describeAvailability(
  composition === 'start' ? 'in one process' : 'a process each',
  startForThisFile(composition, async () => ({ environment: withLiveMemory() })),
)
