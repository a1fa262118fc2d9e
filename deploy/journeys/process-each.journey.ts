import { startForThisFile } from './journey-portal.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'

const portal = startForThisFile('start:services')

describeMainJourney('a process each', portal)
describeKeyboardJourney('a process each', portal)
