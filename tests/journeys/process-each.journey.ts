import { describeAuditTrail } from './audit-trail.ts'
import { describeInvitationJourney } from './invitation-journey.ts'
import { describeJoiningJourney } from './joining-journey.ts'
import { startForThisFile } from './journey-portal.ts'
import { describeKeyboardJourney } from './keyboard-journey.ts'
import { describeMainJourney } from './main-journey.ts'
import { describeNotificationsJourney } from './notifications-journey.ts'
import { describeOperatorJourney } from './operator-journey.ts'
import { describeOwnSessions } from './own-sessions.ts'
import { describePeopleJourney } from './people-journey.ts'
import { describePolicyJourney } from './policy-journey.ts'
import { leavePortalPagesToOneProcess } from './tab.ts'

leavePortalPagesToOneProcess()
// What makes the demo itself in this composition: its journeys on real engines.
const portal = startForThisFile('start:services')

describeOwnSessions(portal)
describeAuditTrail('a process each', portal)
describeNotificationsJourney('a process each', portal)
describePeopleJourney('a process each', portal)
describeJoiningJourney('a process each', portal)
describeMainJourney('a process each', portal)
describeKeyboardJourney('a process each', portal)
describeOperatorJourney('a process each', portal)
describeInvitationJourney('a process each', portal)
// Last, since others count what there is in the demo's organization.
describePolicyJourney('a process each', portal)
