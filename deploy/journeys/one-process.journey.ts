import { startForThisFile } from './journey-portal.ts'
import { describeMainJourney } from './main-journey.ts'

const portal = startForThisFile('start')

describeMainJourney('one process', portal)
