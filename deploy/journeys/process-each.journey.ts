import { describeInvitationJourney } from './invitation-journey.ts'
import { startForThisFile } from './journey-portal.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeOperatorJourney } from './operator-journey.ts'
import { describePeopleJourney } from './people-journey.ts'

const portal = startForThisFile('start:services')

describePeopleJourney('a process each', portal)
describeMainJourney('a process each', portal)
describeKeyboardJourney('a process each', portal)
describeOperatorJourney('a process each', portal)
describeInvitationJourney('a process each', portal)
