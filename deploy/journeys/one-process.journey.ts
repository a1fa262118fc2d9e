import { startForThisFile } from './journey-portal.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeRemoteFailures } from './remote-failures.ts'
import { describeRemoteReplacement } from './remote-replacement.ts'

const portal = startForThisFile('start')

describeRemoteReplacement(portal)
describeRemoteFailures(portal)
describeMainJourney('one process', portal)
